"""The command `axlens`, with an installer that is a few lines of shell."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = '#!/bin/sh\necho "program: $*"\nexit 7\n'
INSTALLER = f"""echo "installer: $*"
mkdir -p "$AXLENS_INSTALL_DIR"
cat >"$AXLENS_INSTALL_DIR/axlens" <<'END'
{PROGRAM}END
chmod +x "$AXLENS_INSTALL_DIR/axlens"
"""
RUN = """
import sys
from pathlib import Path
from axlens import _command
_command.version = lambda name: "1.2.3"
_command._INSTALLER = Path(sys.argv.pop(1))
_command.main()
"""


def run(installer: Path, target: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, str(installer), *arguments],
        env={"AXLENS_INSTALL_DIR": str(target), "PATH": "/usr/bin:/bin", "PYTHONPATH": path()},
        capture_output=True,
        text=True,
        check=False,
    )


def path() -> str:
    return ":".join(sys.path)


@pytest.fixture
def installer(tmp_path: Path) -> Path:
    folder = tmp_path / "an installer"
    folder.mkdir()
    (folder / "SHA256SUMS").write_text("")
    (folder / "install.sh").write_text(INSTALLER)
    return folder


def test_a_missing_program_is_installed_first_and_then_run(installer: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    first = run(installer, target, "status", "--json")
    assert (first.returncode, first.stdout) == (7, "program: status --json\n")
    sums = installer / "SHA256SUMS"
    assert first.stderr == f"installer: --no-register --version 1.2.3 --sums {sums}\n"
    second = run(installer, target, "a b")
    assert (second.returncode, second.stdout, second.stderr) == (7, "program: a b\n", "")


def test_a_failed_installation_ends_with_its_code(installer: Path, tmp_path: Path) -> None:
    (installer / "install.sh").write_text("echo no >&2\nexit 5\n")
    failed = run(installer, tmp_path / "installed", "status")
    assert (failed.returncode, failed.stdout, failed.stderr) == (5, "", "no\n")


def test_without_checksums_nothing_is_installed(installer: Path, tmp_path: Path) -> None:
    (installer / "SHA256SUMS").unlink()
    failed = run(installer, tmp_path / "installed", "status")
    assert failed.returncode == 1
    assert "docs/install.md" in failed.stderr
    assert not (tmp_path / "installed").exists()
