"""The state directory: where it is, whether a server uses it, and the files that a client reads.

The checks are those of the server: a directory or file that another user could have changed is
not trusted.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ._codes import ExtensionDisconnected

_MAX_FILE_LEN = 64 * 1024
_SECRET = re.compile(r"[0-9a-f]{64}")


class UntrustedServer(ExtensionDisconnected):
    """What answers can't prove that it is the server of the state directory. Nothing was sent."""


@dataclass(frozen=True)
class StateDir:
    """A folder with a server's state."""

    path: Path

    @staticmethod
    def locate(path: str | os.PathLike[str] | None) -> StateDir:
        """The folder with this path; by default that of `AXLENS_STATE_DIR`, else the system's."""
        given = path or os.environ.get("AXLENS_STATE_DIR")
        return StateDir(Path(given).absolute() if given else _default_path())

    @property
    def socket(self) -> Path:
        """The server's socket."""
        return self.path / "axlens.sock"

    def check_served(self) -> None:
        """Checks that a server runs with this folder.

        Raises `ExtensionDisconnected` if none does, `UntrustedServer` if another user could have
        changed the folder.
        """
        if not self.path.exists():
            raise self._not_running()
        _check_folder(self.path)
        try:
            lock = os.open(self.path / "server.lock", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            raise self._not_running() from None
        except OSError as error:
            raise untrusted(f"the lock of {self.path} can't be opened: {error.strerror}") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        finally:
            # This releases the lock too, for a server that starts now.
            os.close(lock)
        raise self._not_running()

    def key(self) -> str:
        """The key that the server of this folder knows.

        Raises `UntrustedServer` if there is none, or others could have read it.
        """
        file = self.path / "extension.key"
        key = read_private(file).rstrip()
        if not _SECRET.fullmatch(key):
            raise untrusted(f"{file} is not a key")
        return key

    def agent_token(self) -> str:
        """The token of the running server for HTTP.

        Raises `UntrustedServer` if the file with it is missing or invalid.
        """
        file = self.path / "endpoint.json"
        try:
            token = json.loads(read_private(file))["agent_token"]
        except (ValueError, LookupError, TypeError):
            # The text of the error would have a part of the file.
            raise untrusted(f"{file} is invalid") from None
        if not isinstance(token, str):
            raise untrusted(f"{file} is invalid")
        return token

    def _not_running(self) -> ExtensionDisconnected:
        return ExtensionDisconnected(
            f"No server runs with the state directory {self.path}.",
            hint="Start the server with `axlens serve`, or open Chrome with the extension."
            " For another state directory, use `state_dir` or AXLENS_STATE_DIR.",
            retryable=True,
        )


def read_private(file: Path) -> str:
    """The text of a file that only this user can access.

    Raises `UntrustedServer` if it can't be read, or others could have read it.
    """
    try:
        opened = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise untrusted(f"{file} can't be read: {error.strerror}") from None
    with os.fdopen(opened, "rb") as content:
        status = os.fstat(opened)
        if status.st_uid != os.geteuid() or not stat.S_ISREG(status.st_mode):
            raise untrusted(f"{file} is not a file of this user")
        if status.st_mode & 0o077:
            raise untrusted(f"others can read {file}")
        return content.read(_MAX_FILE_LEN).decode(errors="replace")


def untrusted(reason: str) -> UntrustedServer:
    """The fault that a server or its folder can't be trusted, and why."""
    return UntrustedServer(
        f"The server is not trusted: {reason}.",
        hint="Nothing was sent. Check the address and the state directory.",
    )


def _default_path() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/dev.axlens.axlens"
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else Path.home() / ".local/state"
    return base / "axlens"


def _check_folder(path: Path) -> None:
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise untrusted(f"{path} is a link, or no folder")
    if status.st_uid != os.geteuid():
        raise untrusted(f"{path} belongs to another user")
    if status.st_mode & 0o022:
        raise untrusted(f"others can write to {path}")
    for parent in path.parents:
        _check_parent(parent, lambda reason, parent=parent: untrusted(f"{parent} {reason}"))


def _check_parent(parent: Path, fault: Callable[[str], UntrustedServer]) -> None:
    status = parent.lstat()
    user = os.geteuid()
    if stat.S_ISLNK(status.st_mode):
        # Only the system can change its own links, such as /tmp on macOS.
        if status.st_uid == 0:
            return
        raise fault("is a symbolic link")
    if status.st_uid not in (user, 0):
        raise fault("belongs to another user")
    # Many systems have a group for each user, with the user's id. It counts as the user.
    group_writes = status.st_mode & 0o020 and status.st_gid not in (user, 0)
    if (status.st_mode & 0o002 or group_writes) and not status.st_mode & stat.S_ISVTX:
        raise fault("can be written by others")
