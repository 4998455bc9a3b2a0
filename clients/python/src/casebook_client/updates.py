"""Keeping a folder up to date with exports, of which only what changed is fetched."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import platform
import shutil
import sys
import time
import urllib.error
import urllib.request
import zipfile
from typing import IO, Any, Callable, Iterator

from . import files
from .exports import ExportError, done
from .transport import CasebookError

Call = Callable[..., Any]

MANIFEST = "manifest.json"
# While an update runs: every path that it or one before it may have written.
NEXT = "manifest.next.json"
# What is being written. There is one for all files, so that the next update writes over what an interrupted one left.
PART = ".update.part"
# The client for R uses the same.
LOCK = ".update.running"
AT_ONCE = 1 << 20


@contextlib.contextmanager
def alone(folder: str) -> Iterator[None]:
    """Keeps the folder to one update at a time, of this client or of that for R. Raises BlockingIOError while another one runs.

    A folder in it names the process that runs. What a process of this machine left that has ended is taken over.
    """
    os.makedirs(folder, exist_ok=True)
    lock = os.path.join(folder, LOCK)
    _take(folder, lock)
    try:
        yield
    finally:
        shutil.rmtree(lock, ignore_errors=True)


def _take(folder: str, lock: str) -> None:
    pid = os.getpid()
    for attempt in range(2):
        try:
            os.mkdir(lock)
        except FileExistsError:
            if attempt > 0 or not _is_left(lock):
                break
            aside = f"{lock}.{pid}"
            with contextlib.suppress(OSError):
                os.rename(lock, aside)
                if _is_left(aside):
                    shutil.rmtree(aside)
                else:
                    # Another one has just taken it over.
                    os.rename(aside, lock)
        else:
            with open(os.path.join(lock, "owner"), "w", encoding="utf-8") as file:
                file.write(f"{pid}\n{platform.node()}\n{_started(pid) or ''}\n")
            return
    raise BlockingIOError(f"Another update of the folder {folder} runs. If none does, remove {lock}.")


def _is_left(lock: str) -> bool:
    """Whether the process that took the folder has ended."""
    try:
        with open(os.path.join(lock, "owner"), encoding="utf-8") as file:
            said = file.read().splitlines()
    except FileNotFoundError:
        said = []
    if len(said) < 3:
        # It is written right after its folder.
        try:
            return time.time() - os.path.getmtime(lock) > 60
        except FileNotFoundError:
            return True
    # On Windows, asking would end the process.
    if said[1] != platform.node() or sys.platform == "win32":
        return False
    if os.path.isdir("/proc/self"):
        return _started(int(said[0])) != said[2]
    try:
        os.kill(int(said[0]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _started(pid: int) -> str | None:
    """When Linux started the process, in ticks, so that another one with its number is told apart. None if there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            # The name of the program, in parentheses, may contain anything.
            return file.read().rpartition(")")[2].split()[19]
    except OSError:
        return None


def update(
    call: Call, exportid: str, folder: str, most_seconds: float, timeout: float, attempts: int
) -> dict[str, Any]:
    """Waits for an export and brings the folder to its state. Raises ExportError; the next call then continues."""
    try:
        export = done(call, exportid, time.monotonic() + most_seconds)
        query = "query ($id: ID!) { getExportLink(exportid: $id) }"
        remote = _Remote(
            lambda: call(query, {"id": exportid})["getExportLink"], int(export["total"]), timeout, attempts
        )
        with zipfile.ZipFile(io.BufferedReader(remote, AT_ONCE)) as bundle:
            manifest = bundle.read(MANIFEST)
            if hashlib.sha256(manifest).hexdigest() != export["sha256"]:
                raise OSError("The SHA-256 of manifest.json differs from the recorded one.")
            entries = {entry["path"]: entry for entry in json.loads(manifest)["entries"]}
            before = [path for name in (MANIFEST, NEXT) for path in _listed(os.path.join(folder, name))]
            known = list(dict.fromkeys([*before, *entries]))
            _write(folder, NEXT, json.dumps({"entries": [{"path": path} for path in known]}).encode())
            fetched = []
            for path, entry in entries.items():
                if not _is_same(_within(folder, path), entry):
                    with bundle.open(path) as source:
                        _store(folder, source, entry)
                    fetched.append(path)
        removed = [path for path in known if path not in entries and os.path.exists(_within(folder, path))]
        for path in removed:
            os.remove(_within(folder, path))
        # Last: until then, the folder is known to be of the export before.
        _write(folder, MANIFEST, manifest)
        os.remove(os.path.join(folder, NEXT))
        return {"exportid": exportid, "entries": len(entries), "fetched": fetched, "removed": removed}
    except (OSError, CasebookError, KeyError, zipfile.BadZipFile) as error:
        raise error if isinstance(error, ExportError) else ExportError(str(error), exportid) from error


def _listed(path: str) -> list[str]:
    """The entries of the manifest that the folder has."""
    if not os.path.exists(path):
        return []
    with open(path, "rb") as file:
        return [entry["path"] for entry in json.load(file)["entries"]]


def _within(folder: str, path: str) -> str:
    target = os.path.join(folder, *path.split("/"))
    root = os.path.realpath(folder)
    if os.path.commonpath([root, os.path.realpath(target)]) != root or os.path.realpath(target) == root:
        raise OSError(f"The export names a file outside of the folder: {path}")
    return target


def _is_same(target: str, entry: dict[str, Any]) -> bool:
    if not os.path.isfile(target) or os.path.getsize(target) != entry["size"]:
        return False
    return files.sha256_of(target) == entry["sha256"]


def _store(folder: str, source: IO[bytes], entry: dict[str, Any]) -> None:
    """Writes a file elsewhere in the folder, and moves it to its place once its SHA-256 is right."""
    target, part = _within(folder, entry["path"]), os.path.join(folder, PART)
    digest = hashlib.sha256()
    with open(part, "wb") as file:
        while piece := source.read(files.PIECE):
            digest.update(piece)
            file.write(piece)
    if digest.hexdigest() != entry["sha256"]:
        os.remove(part)
        raise OSError(f"The SHA-256 of {entry['path']} differs from the one in manifest.json.")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    os.replace(part, target)


def _write(folder: str, name: str, content: bytes) -> None:
    part = os.path.join(folder, PART)
    with open(part, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, os.path.join(folder, name))


class _Remote(io.RawIOBase):
    """A file in the store of which only the ranges that are read are fetched."""

    def __init__(self, link: Callable[[], str], size: int, timeout: float, attempts: int) -> None:
        self._link = link
        self._address: str | None = None
        self._size = size
        self._timeout = timeout
        self._attempts = attempts
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._place = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._size}[whence]
        return self._place

    def readinto(self, buffer: Any) -> int:
        wanted = min(len(buffer), self._size - self._place)
        if wanted <= 0:
            return 0
        for wait in self._waits():
            try:
                piece = self._range(self._place, wanted)
                buffer[: len(piece)] = piece
                self._place += len(piece)
                return len(piece)
            except (OSError, EOFError) as broken:
                # A link expires after some minutes.
                self._address = None
                failure = broken
            time.sleep(wait)
        raise OSError(f"{self._place} of {self._size} bytes of the export could be read: {failure}") from failure

    def _waits(self) -> Iterator[float]:
        return iter([0.0, *(min(2.0**attempt, 30) for attempt in range(1, self._attempts))])

    def _range(self, begin: int, wanted: int) -> bytes:
        self._address = self._address or self._link()
        headers = {"Range": f"bytes={begin}-{begin + wanted - 1}"}
        with urllib.request.urlopen(urllib.request.Request(self._address, headers=headers), timeout=self._timeout) as answer:
            if answer.status != 206:
                raise OSError(f"The store answered {answer.status} to a range.")
            piece: bytes = answer.read(wanted)
        if not piece:
            raise EOFError("The store answered nothing.")
        return piece
