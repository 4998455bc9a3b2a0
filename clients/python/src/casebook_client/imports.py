"""Imports of files that do not fit into one call: sent to the store, and checked and imported in the background."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any, Callable

from . import files
from .transport import CasebookError

Call = Callable[..., Any]
Progress = Callable[[str, float], None]

OUTCOME = """addedSubjects addedForms changedForms confirmed unchanged leftOut leftOutColumns { column values }
    origins { siteid studyid studyName formtypeid formTypeName rows }
    mistakes { row column code reason message params { key value } }"""

# Characters of base64 that fit into a call of 1 MB beside the rest of it, and bytes of a text.
MOST_IN_A_CALL = 990_000
MOST_TEXT = 8_000_000

JOB = "importid state done total reason message check outcome { %s }" % OUTCOME


def file(
    call: Call,
    given: dict[str, Any],
    path: str,
    format: str,
    preview: bool,
    timeout: float,
    most_seconds: float,
    on_progress: Progress | None,
) -> dict[str, Any]:
    """Imports a file, or only checks it: in a call if it fits into one. Raises CasebookError with the mistakes."""
    own = {} if format == "CASEBOOK" else {"format": format}
    gzip = files.gzip_of(path) if os.path.getsize(path) <= MOST_TEXT else None
    if gzip is not None and len(gzip) <= MOST_IN_A_CALL:
        return in_a_call(call, {**given, **own, "gzip": gzip}, preview)
    if own:
        raise ValueError(f"A file of the format {format} must fit into a call: at most {MOST_TEXT:,} bytes.")
    return in_background(call, given, path, preview, timeout, most_seconds, on_progress)


def in_a_call(call: Call, given: dict[str, Any], preview: bool) -> dict[str, Any]:
    """Imports a file that fits into a call, or only checks it. Raises CasebookError with the mistakes."""
    judge = "query ($i: ImportInput!) { outcome: previewImport(input: $i) { %s } }" % OUTCOME
    query = judge if preview else "mutation ($i: ImportInput!) { outcome: addImport(input: $i) { %s } }" % OUTCOME
    try:
        outcome: dict[str, Any] = call(query, {"i": given})["outcome"]
        return outcome
    except CasebookError as refusal:
        if refusal.reason == "import.mistakes":
            refusal.mistakes = call(judge, {"i": given})["outcome"]["mistakes"]
        raise


def in_background(
    call: Call,
    given: dict[str, Any],
    path: str,
    preview: bool,
    timeout: float,
    most_seconds: float,
    on_progress: Progress | None,
) -> dict[str, Any]:
    """Imports a file, or only checks it, and returns the outcome. Raises CasebookError with the mistakes."""
    until = time.monotonic() + most_seconds
    named = {name: given[name] for name in ("siteid", "studyid", "filename")}
    job = call(
        "mutation ($i: ImportJobInput!) { addImportJob(input: $i) { importid objectUrl fields } }",
        {"i": {**named, "sha256": files.sha256_of(path)}},
    )["addImportJob"]
    ids = {"studyid": given["studyid"], "importid": job["importid"]}
    try:
        files.post_form(job["objectUrl"], files.fields_of(job["fields"]), path, timeout)
        check = {**ids, **{name: given[name] for name in ("formtypeid", "fromElsewhere", "confirmed")}}
        call("mutation ($i: ImportCheckInput!) { checkImportJob(input: $i) { state } }", {"i": check})
    except BaseException:
        # Otherwise it would count among the imports that a person may have at once, for a day.
        with contextlib.suppress(Exception):
            _cancel(call, ids)
        raise
    checked = _ended(call, ids, "CHECKING", until, on_progress)
    outcome: dict[str, Any] = checked["outcome"]
    if preview or outcome["mistakes"]:
        _cancel(call, ids)
    if preview:
        return outcome
    if outcome["mistakes"]:
        message = f"The file has {len(outcome['mistakes'])} mistakes. Nothing was imported."
        raise _refusal("import.mistakes", message, outcome["mistakes"])
    start = """mutation ($studyid: ID!, $importid: ID!, $check: Int) {
        startImportJob(studyid: $studyid, importid: $importid, check: $check) { state } }"""
    call(start, {**ids, "check": checked["check"]})
    done: dict[str, Any] = _ended(call, ids, "IMPORTING", until, on_progress)["outcome"]
    return done


def definitions(call: Call, siteid: str, studyid: str) -> str:
    """The form types and activity types of a study as JSON text."""
    query = "query ($s: ID!, $id: ID!) { getDefinitions(siteid: $s, studyid: $id) }"
    text: str = call(query, {"s": siteid, "id": studyid})["getDefinitions"]
    return text


def judged_definitions(call: Call, studyid: str, definitions: str, preview: bool) -> list[dict[str, Any]]:
    """Adds the definitions that a study lacks, or only checks them. Returns each with its action."""
    how = "mutation ($id: ID!, $d: String!) { judged: addDefinitions"
    if preview:
        how = "query ($id: ID!, $d: String!) { judged: previewDefinitions"
    query = how + "(studyid: $id, definitions: $d) { kind name action reason message } }"
    judged: list[dict[str, Any]] = call(query, {"id": studyid, "d": definitions})["judged"]
    return judged


def left_out_definitions(call: Call, studyid: str, definitions: str) -> list[dict[str, Any]]:
    """What the definitions lack of their study. Definitions of earlier releases do not say it."""
    query = """query ($id: ID!, $d: String!) { previewDefinitionsFile(studyid: $id, definitions: $d) {
        leftOut { sheet text reason message } } }"""
    left: list[dict[str, Any]] = call(query, {"id": studyid, "d": definitions})["previewDefinitionsFile"]["leftOut"]
    return left


def _cancel(call: Call, ids: dict[str, Any]) -> None:
    call("mutation ($studyid: ID!, $importid: ID!) { cancelImportJob(studyid: $studyid, importid: $importid) { state } }", ids)


def _ended(call: Call, ids: dict[str, Any], state: str, until: float, on_progress: Progress | None) -> dict[str, Any]:
    query = "query ($studyid: ID!, $importid: ID!) { getImportJob(studyid: $studyid, importid: $importid) { %s } }" % JOB
    wait = 0.3
    while True:
        job: dict[str, Any] = call(query, ids)["getImportJob"]
        if on_progress and job["total"]:
            on_progress(state, job["done"] / job["total"])
        if job["state"] == "FAILED":
            raise _refusal(job["reason"], job["message"], (job["outcome"] or {"mistakes": []})["mistakes"])
        if job["state"] == "CANCELLED":
            raise _refusal("import.job.cancelled", "The import was cancelled. Nothing was imported.", [])
        if job["state"] != state:
            return job
        if time.monotonic() > until:
            raise TimeoutError(f"The import {ids['importid']} is still {job['state']}.")
        time.sleep(wait)
        wait = min(wait * 1.5, 10)


def _refusal(reason: str, message: str, mistakes: list[dict[str, Any]]) -> CasebookError:
    refusal = CasebookError({"message": message, "extensions": {"code": "BAD_INPUT", "reason": reason}}, 200)
    refusal.mistakes = mistakes
    return refusal
