"""What ends a cell of a notebook shows itself by a widget, and by its words where there are no widgets."""

from importlib import import_module
from typing import Any, ClassVar

__all__ = ["ShownByWidget"]


class ShownByWidget:
    """Mixed into what readers end a cell with; the layer of widgets, which comes last, is fetched when it is shown."""

    __slots__ = ()
    _widget: ClassVar[str]
    """What makes the widget, as ``module:name``, with a name in ``fmbook.widgets``."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """IPython's own hook: the widget, beside the words and the page, if there is one."""
        page = getattr(self, "_repr_html_", None)
        words = {"text/plain": str(self)} | ({"text/html": page()} if page else {})
        module, _, name = self._widget.partition(":")
        try:
            make = getattr(import_module(f"fmbook.widgets.{module}"), name)
        except ImportError:
            return words
        bundle: dict[str, Any] = make(self)._repr_mimebundle_(**kwargs)
        return bundle | words if page else bundle
