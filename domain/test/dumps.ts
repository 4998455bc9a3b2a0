/** Prints what load.R read: for each column the table, its column id, its type and every value. */
export const dumpR = String.raw`
source("load.R")
study <- load_export()
tables <- study[setdiff(names(study), c("dictionary", "forms"))]
forms <- study$forms
names(forms) <- paste0("forms/", names(forms))
tables <- c(tables, forms)

hex <- function(x) paste(as.character(charToRaw(x)), collapse = "")
bits <- function(x) paste(as.character(writeBin(x, raw(), endian = "big")), collapse = "")

types <- study$dictionary
for (table in names(tables)) {
  data <- tables[[table]]
  for (id in names(data)) {
    x <- data[[id]]
    row <- types[types$table == table & types$column_id == id, ]
    type <- row$type
    stopifnot(nrow(row) == 1,
      switch(type, text = , time = is.character(x), choice = is.factor(x), boolean = is.logical(x),
             number = , integer = is.double(x), date = inherits(x, "Date"),
             datetime = inherits(x, "POSIXct") && attr(x, "tzone") == row$unit))
    values <- vapply(seq_along(x), function(i) {
      if (is.na(x[i])) return("-")
      switch(type, number = , integer = , datetime = bits(as.numeric(x[i])), boolean = tolower(as.character(x[i])),
             date = { day <- as.POSIXlt(x[i]); sprintf("%04d-%02d-%02d", day$year + 1900L, day$mon + 1L, day$mday) },
             hex(as.character(x[i])))
    }, "")
    if (type == "choice") type <- paste0("choice [", paste(vapply(levels(x), hex, ""), collapse = " "), "]")
    cat(hex(table), id, type, values, sep = " ")
    cat("\n")
  }
}
`

/** The same of load.py. */
export const dumpPy = `
import datetime, struct
import pandas
from load import load_export

study = load_export()
dictionary = study.pop("dictionary")
hexed = lambda text: text.encode("utf-8").hex()
bits = lambda number: struct.pack(">d", number).hex()
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)

def printed(kind, x):
    if x is None or pandas.isna(x):
        return "-"
    if kind in ("number", "integer"):
        return bits(float(x))
    if kind == "datetime":
        since = x - EPOCH
        return bits((since // datetime.timedelta(microseconds=1)) / 1e6)
    if kind == "date":
        return x.isoformat()[:10]
    if kind == "boolean":
        return str(bool(x)).lower()
    assert isinstance(x, str)
    return hexed(x)

for table, frame in study.items():
    kinds = dictionary[dictionary["table"] == table].set_index("column_id")["type"]
    assert list(kinds.index) == list(frame.columns)
    for name in frame.columns:
        kind = kinds[name]
        values = [printed(kind, x) for x in frame[name]]
        if kind == "choice":
            kind = "choice [" + " ".join(map(hexed, frame[name].cat.categories)) + "]"
        print(hexed(table), name, kind, *values)
`
