"""Data frames of records, each column of the type given by the form type. Needs pandas."""


def frame(rows, columns=None):
    import pandas

    return pandas.DataFrame(rows, columns=columns)


def forms_frame(formtype, subjects):
    """One row per form of this type. Empty fields become missing values. `subjects` include their forms."""
    import pandas

    ids = ["subjectid", "identifier", "version", "changedAt", "changedBy"]
    rows = []
    for subject in subjects:
        for form in subject["forms"]:
            if form["formtypeid"] != formtype["formtypeid"]:
                continue
            values = {field["key"]: field["value"] for field in form["fields"]}
            rows.append([{**subject, **form}[name] for name in ids] + [values.get(f["name"]) for f in formtype["fields"]])
    # By position, not by name: a field may have the same name as an id column.
    columns = [pandas.Series([row[place] for row in rows], dtype=object) for place in range(len(ids) + len(formtype["fields"]))]
    columns[ids.index("version")] = columns[ids.index("version")].astype("Int64")
    columns[ids.index("changedAt")] = pandas.to_datetime(columns[ids.index("changedAt")], utc=True)
    for place, field in enumerate(formtype["fields"], len(ids)):
        columns[place] = _typed(columns[place], field)
    table = pandas.concat(columns, axis=1)
    table.columns = ids + [field["name"] for field in formtype["fields"]]
    return table


def _typed(values, field):
    """A value that no longer fits its field's type becomes missing, as in an export, where problems.csv names it."""
    import pandas

    def choice():
        options = [option.strip() for option in (field["pattern"] or "").split("|")]
        return pandas.Series(pandas.Categorical(values, categories=list(dict.fromkeys(options))))

    def text():
        return values.astype("string")

    readings = {
        "Boolean": lambda: values.map({"true": True, "false": False}).astype("boolean"),
        "Choice": choice,
        # Epoch seconds of 12:00 UTC of the day.
        "Date": lambda: pandas.to_datetime(pandas.to_numeric(values, errors="coerce"), unit="s").dt.normalize(),
        "Number": lambda: pandas.to_numeric(values, errors="coerce").astype("float64"),
        "String": text,
        "Time": text,
    }
    # A type of a later release is text.
    return readings.get(field["type"], text)()
