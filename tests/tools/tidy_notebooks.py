"""Run the chapters from the top and keep of their outputs only what a reader without a kernel needs.

    python tests/tools/tidy_notebooks.py notebooks/00_start_here.ipynb

Cells tagged `keep_output` keep text and pictures; all others keep nothing. Widget state goes, because a page
that finds it waits for a script from far away and shows nothing at all.
"""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KEPT = ("tags", "jp-MarkdownHeadingCollapsed")  # a section that is folded stays folded
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def tidy(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, kernel_name="python3", coalesce_streams=True).execute()  # the last of a progress bar alone
    about_page = {"fmbook": notebook.metadata["fmbook"]} if "fmbook" in notebook.metadata else {}
    notebook.metadata = nbformat.from_dict(METADATA | about_page)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        about = {key: cell.metadata[key] for key in KEPT if cell.metadata.get(key)}
        cell.metadata = nbformat.from_dict(about)  # type: ignore[no-untyped-call]
        if cell.cell_type == "code":
            cell.outputs = list(filter(None, map(kept, cell.outputs))) if "keep_output" in tags else []
    nbformat.write(notebook, path)  # type: ignore[no-untyped-call]


def kept(output: Any) -> Any:
    """An output without the widget in it, or None if nothing is left."""
    if "data" in output:
        output.data.pop(WIDGET_VIEW, None)
        return output if output.data else None
    return output


if __name__ == "__main__":
    for name in sys.argv[1:]:
        tidy(Path(name))
