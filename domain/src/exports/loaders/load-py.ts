/** `load.py`: reads the bundle with pandas. */
export const loadPy = `"""Reads all tables of this export with their types. Needs pandas 1.5 or later.

    from load import load_export
    study = load_export()              # or load_export("path of the extracted folder")
    study["subjects"]; study["forms/TABLE_ID"]
    study = load_export(tables=["subjects", "Name of a form type"])      # only these, by name, table_id or label

The tables of form types are named by table_id, which never changes; frame.attrs["label"] is the form type's name.

text: str, None where missing. choice: categorical, whose categories are the labels of the options; their codes, in the
same order, are in frame.attrs["codes"]. Several options in a cell: str with the codes, separated by |. boolean: boolean. number: float. integer: Int64.
date: datetime64, or datetime.date where one is out of its range. datetime: in the study's zone, likewise.
time: str HH:MM:SS, with seconds since midnight in the column beside it.
Columns are named by column_id; the headings are in frame.attrs["labels"].
"""
import datetime
import os
import sys
import zoneinfo

import pandas

FIRST = datetime.date(1678, 1, 1)
LAST = datetime.date(2262, 1, 1)


def load_export(folder=None, tables=None):
    folder = os.path.dirname(os.path.abspath(__file__)) if folder is None else folder
    dictionary = _strings(os.path.join(folder, "dictionary.csv"))
    for name in ("name", "label", "unit", "options", "pattern", "table_label", "study", "option_labels", "section", "help",
                 "shown_when", "show_if", "calculated_as", "calculation", "checks"):
        dictionary[name] = _text(dictionary[name])
    study = {"dictionary": dictionary}
    wanted = None if tables is None else _wanted(dictionary, [tables] if isinstance(tables, str) else list(tables))
    for table, columns in dictionary.groupby("table", sort=False):
        if wanted is not None and table not in wanted:
            continue
        path = os.path.join(folder, *table.split("/")) + ".csv"
        if os.path.exists(path):
            study[table] = _table(path, columns)
    return study


def _wanted(dictionary, tables):
    found = set()
    for name in tables:
        named = dictionary[(dictionary[["table", "table_id", "table_label"]] == name).any(axis=1)]
        if named.empty:
            raise KeyError(f"There is no table {name!r}.")
        found.update(named["table"])
    return found


def _strings(path):
    return pandas.read_csv(path, dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8")


def _table(path, columns):
    raw = _strings(path)
    raw.columns = list(columns["column_id"])
    typed = {
        row.column_id: _column(raw[row.column_id], row.type, row.options, row.unit, row.option_labels)
        for row in columns.itertuples()
    }
    frame = pandas.DataFrame(typed, columns=list(columns["column_id"]))
    frame.attrs["label"] = columns["table_label"].iloc[0]
    frame.attrs["labels"] = dict(zip(columns["column_id"], columns["label"]))
    coded = columns[columns["option_labels"].notna()]
    frame.attrs["codes"] = {row.column_id: row.options.split("|") for row in coded.itertuples()}
    return frame


def _column(raw, kind, options, unit, labels):
    if kind == "choice":
        return _choice(pandas.Categorical(_text(raw), categories=options.split("|")), labels)
    if kind == "boolean":
        return raw.map({"true": True, "false": False}).astype("boolean")
    if kind == "number":
        return _each(raw, float).astype(float)
    if kind == "integer":
        return pandas.Series([pandas.NA if pandas.isna(x) else int(x) for x in raw], dtype="Int64")
    if kind == "date":
        return _dates(_each(raw, datetime.date.fromisoformat))
    if kind == "datetime":
        return _datetimes(_each(raw, _instant), unit)
    return _text(raw)


def _choice(values, labels):
    if pandas.isna(labels):
        return values
    labels = labels.split("\\n")
    # Categories are unique.
    if len(set(labels)) < len(labels):
        labels = [f"{x} [{code}]" for x, code in zip(labels, values.categories)]
    return values.rename_categories(labels)


def _each(raw, read):
    return pandas.Series([None if pandas.isna(x) else read(x) for x in raw], dtype=object)


def _text(raw):
    # The export writes a ' in front of these only.
    return _each(raw, lambda x: x[1:] if len(x) > 1 and x[0] == "'" and x[1] in "=+-@'\\t\\r" else x)


def _instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def _dates(values):
    fits = all(x is None or FIRST <= x < LAST for x in values)
    return pandas.to_datetime(values) if fits else values


def _datetimes(values, zone):
    if all(x is None or FIRST <= x.date() < LAST for x in values):
        # pandas 1.5 shows the hour after a change of offset wrongly with a ZoneInfo.
        return pandas.to_datetime(values, utc=True).dt.tz_convert(zone)
    here = zoneinfo.ZoneInfo(zone)
    return values.map(lambda x: x if x is None else x.astimezone(here))


if __name__ == "__main__":
    for name, frame in load_export(*sys.argv[1:]).items():
        print(f"{len(frame):>8} rows  {name}")
`
