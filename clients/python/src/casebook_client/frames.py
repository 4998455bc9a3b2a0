"""Data frames of records, each column of the type given by the form type. Needs pandas."""

from __future__ import annotations

import datetime
import unicodedata
from typing import TYPE_CHECKING, Any, Mapping, Sequence

if TYPE_CHECKING:
    import pandas

Record = Mapping[str, Any]

IDS = ["subjectid", "identifier", "version", "changedAt", "changedBy"]
# What nanoseconds since 1970 can hold, in whole years.
FIRST, LAST = datetime.date(1678, 1, 1), datetime.date(2262, 1, 1)
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def frame(rows: Sequence[Record], columns: Sequence[str] | None = None) -> pandas.DataFrame:
    """A data frame of records as they are."""
    import pandas

    return pandas.DataFrame(rows, columns=columns)


def activities_frame(activities: Sequence[Record]) -> pandas.DataFrame:
    """One row per activity, startTime and stopTime as instants in UTC."""
    import pandas

    columns = ["subjectid", "identifier", "activitytypeid", "description", "startTime", "stopTime", "comment", "version"]
    table = pandas.DataFrame(activities, columns=columns)
    for name in ("startTime", "stopTime"):
        table[name] = _instants(table[name])
    return table


def forms_frame(formtype: Record, subjects: Sequence[Record], *, labels: bool = False) -> pandas.DataFrame:
    """One row per form of this type. Empty fields become missing values. `subjects` include their forms.

    Values of retired fields follow as text, in columns named "NAME (retired)". With labels=True, the categories of
    choices are their labels, and attrs["codes"] has the codes.
    """
    import pandas

    rows: list[tuple[Record, Record]] = []
    retired: dict[str, str] = {}
    fields = [*formtype["fields"]]
    known = {_same(field["name"]) for field in fields}
    for subject in subjects:
        for form in subject["forms"]:
            if form["formtypeid"] != formtype["formtypeid"]:
                continue
            values = {_same(field["key"]): field["value"] for field in form["fields"]}
            retired.update((_same(field["key"]), field["key"]) for field in form["fields"] if _same(field["key"]) not in known)
            rows.append(({**subject, **form}, values))
    # By position, not by name: a field may have the same name as an id column.
    columns = [pandas.Series([ids[name] for ids, _ in rows], dtype=object) for name in IDS]
    columns[IDS.index("version")] = columns[IDS.index("version")].astype("Int64")
    columns[IDS.index("changedAt")] = pandas.to_datetime(columns[IDS.index("changedAt")], utc=True)
    for field in fields:
        columns.append(_typed(_column(rows, _same(field["name"])), field, labels))
    for key in retired:
        columns.append(_column(rows, key).astype("string"))
    table = pandas.concat(columns, axis=1)
    table.columns = pandas.Index(IDS + [f["name"] for f in fields] + [f"{name} (retired)" for name in retired.values()])
    if labels:
        chosen = [field for field in fields if field["type"] == "Choice" and not field.get("multiple")]
        table.attrs["codes"] = {field["name"]: list(_options(field)) for field in chosen}
    return table


def _options(field: Record) -> dict[str, str]:
    """The labels of a choice's options by their codes. Categories are unique: labels that are the same have their codes."""
    given = field.get("options")
    pairs = [(o["code"], o["label"]) for o in given] if given else [(o.strip(),) * 2 for o in (field["pattern"] or "").split("|")]
    options = dict(reversed(pairs))
    labels = {code: options[code] for code, _ in pairs}
    if len(set(labels.values())) == len(labels):
        return labels
    return {code: f"{label} [{code}]" for code, label in labels.items()}


def _column(rows: Sequence[tuple[Record, Record]], key: str) -> pandas.Series:
    import pandas

    return pandas.Series([values.get(key) for _, values in rows], dtype=object)


def _same(name: str) -> str:
    """Names are the same however their accents are encoded."""
    return unicodedata.normalize("NFC", name)


def _typed(values: pandas.Series, field: Record, labels: bool) -> pandas.Series:
    """A value that no longer fits its field's type becomes missing, as in an export, where problems.csv names it."""
    import pandas

    def choice() -> pandas.Series:
        options = _options(field)
        coded = pandas.Categorical(values, categories=list(options))
        return pandas.Series(coded.rename_categories(list(options.values())) if labels else coded)

    def number() -> pandas.Series:
        return pandas.to_numeric(values, errors="coerce").astype("float64")

    def time() -> pandas.Series:
        return pandas.to_timedelta(pandas.Series([_seconds(x) for x in values], dtype="float64"), unit="s")

    def text() -> pandas.Series:
        return values.astype("string")

    readings = {
        "Boolean": lambda: values.map({"true": True, "false": False}).astype("boolean"),
        # Several codes separated by | are text.
        "Choice": text if field.get("multiple") else choice,
        # Epoch seconds of 12:00 UTC of the day.
        "Date": lambda: _days(number()),
        "DateTime": lambda: _instants(number()),
        # A note has no values.
        "Note": text,
        "Number": number,
        "String": text,
        "Time": time,
    }
    # A type of a later release is text.
    return readings.get(field["type"], text)()


def _days(seconds: pandas.Series) -> pandas.Series:
    """Days as datetime64, or as datetime.date where one is beyond what nanoseconds since 1970 hold."""
    import pandas

    days = [None if pandas.isna(x) else _instant(x).date() for x in seconds]
    found = pandas.Series(days, dtype=object)
    return pandas.to_datetime(found) if all(x is None or FIRST <= x < LAST for x in days) else found


def _instants(seconds: pandas.Series) -> pandas.Series:
    """Instants in UTC, or datetime.datetime where one is beyond what nanoseconds since 1970 hold."""
    import pandas

    instants = [None if pandas.isna(x) else _instant(x) for x in seconds]
    found = pandas.Series(instants, dtype=object)
    fits = all(x is None or FIRST <= x.date() < LAST for x in instants)
    return pandas.to_datetime(found, utc=True) if fits else found


def _instant(seconds: float) -> datetime.datetime:
    return EPOCH + datetime.timedelta(seconds=float(seconds))


def _seconds(text: str | None) -> float:
    """Seconds since midnight of a clock time from 0:00 to 24:59:59, not a number where it is none."""
    parts = (text or "").split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() for part in parts):
        return float("nan")
    hours, minutes, seconds = [int(part) for part in parts] + [0] * (3 - len(parts))
    return hours * 3600.0 + minutes * 60 + seconds
