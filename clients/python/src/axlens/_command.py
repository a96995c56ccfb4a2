"""The command `axlens` of this package: runs the installed program.

If there is none, it installs the version of this package first, with the checksums in this package.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

_INSTALLER = Path(__file__).with_name("_installer")


def main() -> NoReturn:
    """Replaces this process by the program, with the same arguments."""
    default = Path.home() / ".local/share/axlens"
    program = Path(os.environ.get("AXLENS_INSTALL_DIR") or default) / "axlens"
    if not program.exists():
        _install()
    os.execv(program, [str(program), *sys.argv[1:]])


def _install() -> None:
    """Runs the installer. Its output goes to standard error: that of the program is data."""
    sums = _INSTALLER / "SHA256SUMS"
    if not sums.exists():
        sys.exit(
            "axlens: the program is not installed, and this package has no installer: "
            "see docs/install.md"
        )
    command = ["sh", str(_INSTALLER / "install.sh"), "--no-register", "--version"]
    command += [version("axlens"), "--sums", str(sums)]
    installed = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    if installed.returncode != 0:
        sys.exit(installed.returncode)
