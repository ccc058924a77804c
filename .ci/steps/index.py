"""Ask the package index about pins, in pip's own way; run by the Python of a clean environment that holds them.

    python index.py NAME==VERSION …

It knows what pip knows: which index, which proxy, which certificate. Of each pin it prints the hashes of every file
that a reader's Python may take, on any system; and it adds what the pins need on other systems or newer Pythons.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from html import unescape
from importlib import metadata
from typing import Any

from pip._internal.commands import create_command
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename
from pip._vendor.packaging.version import InvalidVersion, Version

ANCHOR = re.compile(r'href="([^"#]+)#sha256=([0-9a-f]{64})"', re.IGNORECASE)
SHOWN = "application/vnd.pypi.simple.v1+html"
PYTHONS = re.compile(r"cp31[1-9]|py3|abi3")
ELSEWHERE = {
    'sys_platform == "win32"': {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    'sys_platform == "darwin"': {"sys_platform": "darwin", "platform_system": "Darwin"},
    'python_version >= "3.12"': {"python_version": "3.12", "python_full_version": "3.12.0"},
    'python_version >= "3.13"': {"python_version": "3.13", "python_full_version": "3.13.0"},
    'python_version >= "3.14"': {"python_version": "3.14", "python_full_version": "3.14.0"},
}


class Index:
    """The index that pip would ask."""

    def __init__(self, options: Any, session: Any) -> None:
        self._address, self._session = options.index_url.rstrip("/"), session

    def files(self, name: str) -> Iterator[tuple[Version, str, str]]:
        """The files of a package: version, name and hash."""
        page = self._session.get(f"{self._address}/{name}/", headers={"Accept": f"{SHOWN}, text/html;q=0.5"})
        page.raise_for_status()
        for address, hashed in ANCHOR.findall(page.text):
            file = unescape(address).rsplit("/", 1)[-1]
            if version := version_of(file):
                yield version, file, hashed

    def hashes(self, name: str, version: Version) -> list[str]:
        """The hashes of all files of a version that a Python from 3.11 on may take."""
        files = ((file, hashed) for found, file, hashed in self.files(name) if found == version)
        return sorted({hashed for file, hashed in files if not file.endswith(".whl") or PYTHONS.search(file)})

    def newest(self, wanted: Requirement) -> Version:
        """The newest released version that a requirement allows."""
        versions = {version for version, _, _ in self.files(wanted.name) if not version.is_prerelease}
        return max(wanted.specifier.filter(versions))


def version_of(file: str) -> Version | None:
    """Which version a file is of; None for what pip would not take."""
    try:
        return parse_wheel_filename(file)[1] if file.endswith(".whl") else parse_sdist_filename(file)[1]
    except (ValueError, InvalidVersion):
        return None


def needed_elsewhere(known: Iterable[str]) -> dict[str, tuple[Requirement, list[str]]]:
    """What the installed packages ask for on other systems or Pythons, and where."""
    pinned, found = set(known), dict[str, tuple[Requirement, list[str]]]()
    for distribution in metadata.distributions():
        for wanted in map(Requirement, distribution.requires or ()):
            name = canonicalize_name(wanted.name)
            if not wanted.marker or name in pinned or canonicalize_name(distribution.metadata["Name"]) not in pinned:
                continue
            for marker, environment in ELSEWHERE.items():
                if wanted.marker.evaluate({**environment, "extra": ""}):
                    found.setdefault(name, (wanted, []))[1].append(marker)
    return found


def main(pins: list[str]) -> None:
    """Print a list of pins: name, version, marker and hashes."""
    command = create_command("download")
    options, _ = command.parse_args([])
    with command.main_context():
        index = Index(options, command.get_default_session(options))  # type: ignore[attr-defined]
        wanted = [(name, Version(version), "") for name, _, version in (pin.partition("==") for pin in pins)]
        for name, (asked, markers) in needed_elsewhere(canonicalize_name(name) for name, _, _ in wanted).items():
            wanted.append((name, index.newest(asked), " or ".join(dict.fromkeys(markers))))
        json.dump(
            [(name, str(version), marker, index.hashes(name, version)) for name, version, marker in wanted], sys.stdout
        )


if __name__ == "__main__":
    main(sys.argv[1:])
