"""The client for scripts."""

import os
import time

from . import files, frames
from .transport import CasebookError, Transport

__all__ = ["Casebook", "CasebookError"]

SUBJECT = "subjectid identifier status version changedAt changedBy"


class Casebook:
    """A Casebook server, called with a personal access token."""

    def __init__(self, url=None, token=None, *, timeout=60, attempts=5):
        """url and token default to CASEBOOK_URL and CASEBOOK_TOKEN."""
        url = url or os.environ.get("CASEBOOK_URL")
        token = token or os.environ.get("CASEBOOK_TOKEN")
        if not url or not token:
            raise ValueError("Say where the server is and give a token: CASEBOOK_URL, CASEBOOK_TOKEN.")
        self.timeout = timeout
        self._transport = Transport(url, token, timeout, attempts)

    def call(self, query, variables=None):
        """Makes any API call and returns its data. Raises CasebookError if it is refused."""
        return self._transport.call(query, variables)

    def me(self):
        return self.call("{ me { sub given_name family_name groups } }")["me"]

    def sites(self):
        return self.call("{ listSites { siteid name version } }")["listSites"]

    def studies(self, siteid):
        query = "query ($siteid: ID!) { listStudies(siteid: $siteid) { studyid siteid name status version } }"
        return self.call(query, {"siteid": siteid})["listStudies"]

    def form_types(self, studyid):
        fields = "formtypeid identifier version fields { name type required length pattern }"
        return self.call("query ($id: ID!) { listFormTypes(studyid: $id) { %s } }" % fields, {"id": studyid})["listFormTypes"]

    def activity_types(self, studyid):
        query = "query ($id: ID!) { listActivityTypes(studyid: $id) { activitytypeid description version } }"
        return self.call(query, {"id": studyid})["listActivityTypes"]

    def subjects(self, studyid):
        return self._subjects(studyid, "")

    def activities(self, studyid):
        """The activities of all subjects of a study, with times in epoch seconds."""
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

    def files(self, subjectid):
        fields = "referencedataid activitytypeid filename status size downloadUrl"
        query = "query ($id: ID!) { listReferenceData(subjectid: $id) { %s } }" % fields
        return self.call(query, {"id": subjectid})["listReferenceData"]

    def _subjects(self, studyid, below):
        query = "query ($id: ID!) { listSubjects(studyid: $id) { %s %s } }" % (SUBJECT, below)
        return self.call(query, {"id": studyid})["listSubjects"]

    def frame(self, rows):
        """Converts a list of records to a data frame."""
        return frames.frame(rows)

    def forms_frame(self, studyid, identifier):
        """One row per form of the form type with this identifier or formtypeid, each column of its field's type."""
        wanted = [t for t in self.form_types(studyid) if identifier in (t["identifier"], t["formtypeid"])]
        if not wanted:
            raise LookupError(f"The study has no form type {identifier!r}.")
        subjects = self._subjects(studyid, "forms { formtypeid version changedAt changedBy fields { key value } }")
        return frames.forms_frame(wanted[0], subjects)

    def upload(self, siteid, studyid, subjectid, activitytypeid, path, filename=None):
        """Uploads a file to an activity and returns its row, UPLOADED. The store refuses content with another SHA-256."""
        row = self.call(
            "mutation ($s: ID!, $i: ReferenceDataInput!) "
            "{ addReferenceData(subjectid: $s, input: $i) { referencedataid objectUrl fields } }",
            {
                "s": subjectid,
                "i": {
                    "siteid": siteid,
                    "studyid": studyid,
                    "activitytypeid": activitytypeid,
                    "filename": filename or os.path.basename(path),
                    "sha256": files.sha256_of(path),
                },
            },
        )["addReferenceData"]
        files.post_form(row["objectUrl"], files.fields_of(row["fields"]), path, self.timeout)
        for attempt in range(10):
            done = self.call(
                "mutation ($s: ID!, $r: ID!) { completeReferenceData(subjectid: $s, referencedataid: $r) "
                "{ referencedataid filename status size } }",
                {"s": subjectid, "r": row["referencedataid"]},
            )["completeReferenceData"]
            if done["status"] == "UPLOADED":
                return done
            time.sleep(min(2**attempt, 10))
        raise OSError(f"The store does not hold {path} though it took it; its status is {done['status']}.")

    def import_file(self, siteid, studyid, path, formtypeid=None, *, preview=False):
        """Imports a CSV file in the format of an export's subjects.csv or, with formtypeid, of its forms/NAME.csv.

        Returns what was added and changed. A file with mistakes is refused as a whole. preview=True changes nothing and
        lists the mistakes by row and column.
        """
        call = "query ($i: ImportInput!) { outcome: previewImport" if preview else "mutation ($i: ImportInput!) { outcome: addImport"
        fields = "addedSubjects addedForms changedForms unchanged mistakes { row column reason message }"
        file = {"filename": os.path.basename(path), "gzip": files.gzip_of(path)}
        given = {"siteid": siteid, "studyid": studyid, "formtypeid": formtypeid, **file}
        return self.call("%s(input: $i) { %s } }" % (call, fields), {"i": given})["outcome"]

    def definitions(self, siteid, studyid):
        """The form types and activity types of a study as JSON text, for import_definitions."""
        query = "query ($s: ID!, $id: ID!) { getDefinitions(siteid: $s, studyid: $id) }"
        return self.call(query, {"s": siteid, "id": studyid})["getDefinitions"]

    def import_definitions(self, studyid, definitions, *, preview=False):
        """Adds the form types and activity types that a study lacks. Returns each definition with its action.

        If anything prevents it, the import is refused as a whole; preview=True changes nothing and says what does. Needs
        the group study:admin.
        """
        call = "query ($id: ID!, $d: String!) { judged: previewDefinitions"
        if not preview:
            call = "mutation ($id: ID!, $d: String!) { judged: addDefinitions"
        query = call + "(studyid: $id, definitions: $d) { kind name action reason message } }"
        return self.call(query, {"id": studyid, "d": definitions})["judged"]

    def position(self):
        """The current position, from which to follow changes. Read all records after calling this."""
        return self.call("{ listChanges { position } }")["listChanges"]["position"]

    def changes(self, after):
        """All changes since a position, and the position to continue from."""
        query = (
            "query ($a: String) { listChanges(after: $a) "
            "{ changes { kind action siteid studyid subjectid id } position more } }"
        )
        changes, more = [], True
        while more:
            page = self.call(query, {"a": after})["listChanges"]
            changes += page["changes"]
            after, more = page["position"], page["more"]
        return changes, after

    def export(
        self,
        path,
        siteid,
        studyid=None,
        subjectid=None,
        *,
        subjectids=None,
        files_too=True,
        history=True,
        closed_only=False,
        most_seconds=86400,
    ):
        """Creates an export, waits for it and downloads it to path. Needs a token with the scope export.

        subjectids selects several subjects of the study.
        """
        chosen = {"siteid": siteid, "studyid": studyid, "subjectid": subjectid, "subjectids": subjectids}
        what = {**chosen, "files": files_too, "history": history, "closedOnly": closed_only}
        made = self.call("mutation ($i: ExportInput!) { addExport(input: $i) { exportid } }", {"i": what})["addExport"]
        query = "query ($id: ID!) { getExport(exportid: $id) { exportid state problem sha256 done total } }"
        until, wait = time.monotonic() + most_seconds, 0.5
        while True:
            export = self.call(query, {"id": made["exportid"]})["getExport"]
            if export["state"] == "DONE":
                break
            if export["state"] not in ("WAITING", "RUNNING"):
                raise OSError(f"The export ended {export['state']}: {export['problem'] or 'no reason was given'}")
            if time.monotonic() > until:
                raise TimeoutError(f"The export is still {export['state']} after {most_seconds} seconds.")
            time.sleep(wait)
            wait = min(wait * 1.5, 15)
        link = self.call("query ($id: ID!) { getExportLink(exportid: $id) }", {"id": made["exportid"]})["getExportLink"]
        files.download(link, path, self.timeout)
        return export
