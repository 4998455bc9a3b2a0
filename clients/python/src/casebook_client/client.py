"""The client for scripts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from . import exports, files, frames, imports, updates
from .exports import ExportError
from .transport import CasebookError, Transport

if TYPE_CHECKING:
    import pandas

__all__ = ["Casebook", "CasebookError", "ExportError"]

SUBJECT = "subjectid identifier status version changedAt changedBy"
FORM_TYPE = "formtypeid identifier version fields { name type required length pattern multiple options { code label } }"

Record = dict[str, Any]


class Casebook:
    """A Casebook server, called with a personal access token."""

    def __init__(
        self, url: str | None = None, token: str | None = None, *, timeout: float = 60, attempts: int = 5
    ) -> None:
        """url and token default to CASEBOOK_URL and CASEBOOK_TOKEN. timeout is in seconds, for each attempt of a call."""
        url = url or os.environ.get("CASEBOOK_URL")
        token = token or os.environ.get("CASEBOOK_TOKEN")
        if not url or not token:
            raise ValueError("Say where the server is and give a token: CASEBOOK_URL, CASEBOOK_TOKEN.")
        self.timeout = timeout
        self.attempts = attempts
        self._transport = Transport(url, token, timeout, attempts)

    def call(self, query: str, variables: Mapping[str, Any] | None = None) -> Record:
        """Makes any API call and returns its data. Raises CasebookError if it is refused."""
        return self._transport.call(query, variables)

    def me(self) -> Record:
        """The person to whom the token belongs."""
        return self.call("{ me { sub given_name family_name groups } }")["me"]

    def sites(self) -> list[Record]:
        """The sites that the token may read."""
        return self.call("{ listSites { siteid name version } }")["listSites"]

    def studies(self, siteid: str) -> list[Record]:
        """The studies of a site."""
        query = "query ($siteid: ID!) { listStudies(siteid: $siteid) { studyid siteid name status version } }"
        return self.call(query, {"siteid": siteid})["listStudies"]

    def form_types(self, studyid: str, *, removed: bool = False) -> list[Record]:
        """The form types of a study with their fields; with removed=True also removed ones of which there are forms."""
        query = "query ($id: ID!) { listFormTypes(studyid: $id) { %s } }" % FORM_TYPE
        present = self.call(query, {"id": studyid})["listFormTypes"]
        if not removed:
            return present
        known = {formtype["formtypeid"]: formtype for formtype in present}
        # Asking each form for its type's fields would exceed what one call may ask for.
        form = "getForm(subjectid: $id, formtypeid: $type) { formtype { %s } }" % FORM_TYPE
        query = "query ($id: ID!, $type: ID!) { %s }" % form
        for subject in self._subjects(studyid, "forms { formtypeid }"):
            for formtypeid in [each["formtypeid"] for each in subject["forms"]]:
                if formtypeid not in known:
                    ids = {"id": subject["subjectid"], "type": formtypeid}
                    known[formtypeid] = self.call(query, ids)["getForm"]["formtype"]
        return list(known.values())

    def activity_types(self, studyid: str) -> list[Record]:
        """The activity types of a study."""
        query = "query ($id: ID!) { listActivityTypes(studyid: $id) { activitytypeid description version } }"
        return self.call(query, {"id": studyid})["listActivityTypes"]

    def subjects(self, studyid: str) -> list[Record]:
        """The subjects of a study, also closed and deleted ones: see status."""
        return self._subjects(studyid, "")

    def activities(self, studyid: str) -> list[Record]:
        """The activities of all subjects of a study, with times in epoch seconds. See activities_frame."""
        below = "activities { activitytypeid startTime stopTime comment version activitytype { description } }"
        return [
            {
                "subjectid": subject["subjectid"],
                "identifier": subject["identifier"],
                **{name: value for name, value in activity.items() if name != "activitytype"},
                "description": activity["activitytype"]["description"],
            }
            for subject in self._subjects(studyid, below)
            for activity in subject["activities"]
        ]

    def files(self, subjectid: str) -> list[Record]:
        """The uploaded files of a subject. A downloadUrl is valid for some minutes."""
        fields = "referencedataid activitytypeid filename status size downloadUrl"
        query = "query ($id: ID!) { listReferenceData(subjectid: $id) { %s } }" % fields
        return self.call(query, {"id": subjectid})["listReferenceData"]

    def _subjects(self, studyid: str, below: str) -> list[Record]:
        query = "query ($id: ID!) { listSubjects(studyid: $id) { %s %s } }" % (SUBJECT, below)
        return self.call(query, {"id": studyid})["listSubjects"]

    def frame(self, rows: Sequence[Mapping[str, Any]]) -> pandas.DataFrame:
        """Converts a list of records to a data frame."""
        return frames.frame(rows)

    def activities_frame(self, studyid: str) -> pandas.DataFrame:
        """One row per activity of all subjects of a study, with times as instants in UTC."""
        return frames.activities_frame(self.activities(studyid))

    def forms_frame(self, studyid: str, identifier: str, *, labels: bool = False) -> pandas.DataFrame:
        """One row per form of the form type with this identifier or formtypeid, each column of its field's type.

        Dates are datetime64, or datetime.date where one is before 1678 or after 2261. Times are timedelta64 since
        midnight, since a time may be as late as 24:59:59. Values of retired fields follow as text. A removed form type
        is found as well, through its forms. The categories of a choice are the codes of its options; with labels=True
        they are the labels, and frame.attrs["codes"] has the codes by column, in the same order.
        """
        types = self.form_types(studyid)
        named = [t for t in types if identifier in (t["identifier"], t["formtypeid"])]
        if not named:
            removed = self.form_types(studyid, removed=True)
            named = [t for t in removed if identifier in (t["identifier"], t["formtypeid"])]
        if not named:
            raise LookupError(f"The study has no form type {identifier!r}.")
        subjects = self._subjects(studyid, "forms { formtypeid version changedAt changedBy fields { key value } }")
        return frames.forms_frame(named[0], subjects, labels=labels)

    def upload(
        self,
        siteid: str,
        studyid: str,
        subjectid: str,
        activitytypeid: str,
        path: str,
        filename: str | None = None,
    ) -> Record:
        """Uploads a file to an activity and returns its row, UPLOADED. The store refuses content with another SHA-256."""
        what = {"siteid": siteid, "studyid": studyid, "activitytypeid": activitytypeid}
        named = {**what, "filename": filename or os.path.basename(path), "sha256": files.sha256_of(path)}
        return files.upload(self.call, subjectid, named, path, self.timeout)

    def import_file(
        self,
        siteid: str,
        studyid: str,
        path: str,
        formtypeid: str | None = None,
        *,
        format: str = "CASEBOOK",
        preview: bool = False,
        from_elsewhere: bool = False,
        confirmed: str | None = None,
        most_seconds: float = 86400,
        on_progress: imports.Progress | None = None,
    ) -> Record:
        """Imports a CSV file in the format of an export's subjects.csv or, with formtypeid, of a file in forms/.

        format="REDCAP" is for the raw data of a REDCap project, which must fit into a call. Returns what was added, changed
        and left out. preview=True changes nothing and lists the mistakes by row and column. A file with mistakes is refused
        as a whole: CasebookError.mistakes has every one of them. from_elsewhere=True accepts rows that were exported from
        another study or form type; confirmed is why all unusual values are right. A file that does not fit into a call, of
        up to 200 MB and a million rows, is imported in the background: on_progress is called with its state and share.
        """
        file: Record = {"filename": os.path.basename(path), "fromElsewhere": from_elsewhere, "confirmed": confirmed}
        given: Record = {"siteid": siteid, "studyid": studyid, "formtypeid": formtypeid, **file}
        return imports.file(self.call, given, path, format, preview, self.timeout, most_seconds, on_progress)

    def definitions(self, siteid: str, studyid: str) -> str:
        """The form types and activity types of a study as JSON text, for import_definitions."""
        return imports.definitions(self.call, siteid, studyid)

    def import_definitions(self, studyid: str, definitions: str, *, preview: bool = False) -> list[Record]:
        """Adds the form types and activity types that a study lacks. Returns each definition with its action.

        If anything prevents it, the import is refused as a whole; preview=True changes nothing and says what does. Needs
        the group study:admin.
        """
        return imports.judged_definitions(self.call, studyid, definitions, preview)

    def left_out_definitions(self, studyid: str, definitions: str) -> list[Record]:
        """What these definitions lack of their study: retired fields (of the form type sheet), removed types."""
        return imports.left_out_definitions(self.call, studyid, definitions)

    def position(self) -> str:
        """The current position, from which to follow changes. Read all records after calling this."""
        return self.call("{ listChanges { position } }")["listChanges"]["position"]

    def changes(self, after: str) -> tuple[list[Record], str]:
        """All changes since a position, and the position to continue from."""
        query = (
            "query ($a: String) { listChanges(after: $a) "
            "{ changes { kind action siteid studyid subjectid id } position more } }"
        )
        changes: list[Record] = []
        more = True
        while more:
            page = self.call(query, {"a": after})["listChanges"]
            changes += page["changes"]
            after, more = page["position"], page["more"]
        return changes, after

    def export(
        self,
        path: str,
        siteid: str,
        studyid: str | None = None,
        subjectid: str | None = None,
        *,
        subjectids: Iterable[str] | None = None,
        files_too: bool = True,
        history: bool = True,
        closed_only: bool = False,
        deleted: bool = False,
        deidentified: bool = False,
        bids: bool = False,
        parquet: bool = False,
        redcap: bool = False,
        segments: bool = False,
        seed: int = 0,
        most_seconds: float = 86400,
    ) -> Record:
        """Creates an export, waits for it, downloads it to path and verifies it. Needs a token with the scope export.

        subjectids selects several subjects of the study, deleted includes those with the status DELETED. deidentified leaves
        out or replaces what identifies people. bids, segments (seed decides the parts), parquet and redcap (the forms as REDCap's raw data)
        include these formats. Raises ExportError with the exportid, for fetch_export, if it ends otherwise than DONE, takes
        more than most_seconds, or can't be downloaded.
        """
        choices: dict[str, Any] = {
            **{"subjectid": subjectid, "subjectids": subjectids, "files_too": files_too, "history": history},
            **{"closed_only": closed_only, "deleted": deleted, "deidentified": deidentified, "bids": bids},
            **{"parquet": parquet, "redcap": redcap, "segments": segments, "seed": seed},
        }
        return self.fetch_export(exports.add(self.call, siteid, studyid, choices), path, most_seconds=most_seconds)

    def update_export(
        self, folder: str, siteid: str, studyid: str | None = None, *, most_seconds: float = 86400, **choices: Any
    ) -> Record:
        """Creates an export and brings the folder to its state: only entries whose SHA-256 differs are fetched.

        For every night: the folder then has the entries of the ZIP as files, each verified, and manifest.json, which is
        written last. Files that an update before wrote and this export has not are removed, others are left alone. Returns
        exportid, the number of entries, and which were fetched and removed. choices are those of export. The next call
        continues after an ExportError; a BlockingIOError says that another update of the folder runs.
        """
        with updates.alone(folder):
            exportid = exports.add(self.call, siteid, studyid, choices)
            return updates.update(self.call, exportid, folder, most_seconds, self.timeout, self.attempts)

    def fetch_export(self, exportid: str, path: str, *, most_seconds: float = 86400) -> Record:
        """Waits for an export, downloads it to path and verifies it. Raises ExportError.

        What an earlier attempt has downloaded to path is continued, also by another process. A file at path is always
        complete: every entry has the SHA-256 of the manifest, and the manifest the recorded one.
        """
        return exports.fetch(self.call, exportid, path, most_seconds, self.timeout, self.attempts)
