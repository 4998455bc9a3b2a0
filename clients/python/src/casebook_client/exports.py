"""Waiting for exports and fetching them."""

from __future__ import annotations

import os
import time
from typing import Any, Callable, Mapping

from . import files
from .transport import CasebookError

Call = Callable[..., Any]


class ExportError(OSError):
    """An export that ended otherwise than DONE, or that could not be downloaded whole.

    exportid is its id: once the cause is gone, fetch_export downloads the export without making it again.
    """

    def __init__(self, message: str, exportid: str) -> None:
        super().__init__(f"{message} (export {exportid})")
        self.exportid = exportid


CHOICES = {
    **{name: name for name in ("subjectid", "subjectids", "history", "deleted", "deidentified")},
    **{name: name for name in ("bids", "parquet", "redcap", "segments", "seed")},
    **{"files_too": "files", "closed_only": "closedOnly"},
}


def add(call: Call, siteid: str, studyid: str | None, choices: Mapping[str, Any]) -> str:
    """Requests an export with these choices, and returns its id."""
    unknown = [name for name in choices if name not in CHOICES]
    if unknown:
        raise TypeError(f"An export has no choice {unknown[0]!r}.")
    what: dict[str, Any] = {"siteid": siteid, "studyid": studyid, **{CHOICES[name]: value for name, value in choices.items()}}
    if what.get("subjectids") is not None:
        what["subjectids"] = list(what["subjectids"])
    query = "mutation ($i: ExportInput!) { addExport(input: $i) { exportid } }"
    exportid: str = call(query, {"i": what})["addExport"]["exportid"]
    return exportid


def fetch(call: Call, exportid: str, path: str, most_seconds: float, timeout: float, attempts: int) -> dict[str, Any]:
    """Waits for an export, downloads it and verifies it. Raises ExportError."""
    try:
        export = done(call, exportid, time.monotonic() + most_seconds)
        part = f"{path}.{exportid}.part"
        query = "query ($id: ID!) { getExportLink(exportid: $id) }"
        size = int(export["total"])
        files.download(lambda: call(query, {"id": exportid})["getExportLink"], part, size, timeout, attempts)
        try:
            files.verify(part, export["sha256"])
        except OSError:
            os.remove(part)
            raise
        os.replace(part, path)
        return export
    except (OSError, CasebookError) as error:
        raise error if isinstance(error, ExportError) else ExportError(str(error), exportid) from error


def done(call: Call, exportid: str, until: float) -> dict[str, Any]:
    """Waits until an export is DONE. Raises ExportError if it ends otherwise."""
    query = "query ($id: ID!) { getExport(exportid: $id) { exportid state problem sha256 done total } }"
    wait = 0.5
    while True:
        export: dict[str, Any] | None = call(query, {"id": exportid})["getExport"]
        if export is None:
            raise ExportError("There is no such export", exportid)
        if export["state"] == "DONE":
            return export
        if export["state"] not in ("WAITING", "RUNNING"):
            raise ExportError(f"The export ended {export['state']}: {export['problem'] or 'no reason was given'}", exportid)
        if time.monotonic() > until:
            raise ExportError(f"The export is still {export['state']}", exportid)
        time.sleep(wait)
        wait = min(wait * 1.5, 15)
