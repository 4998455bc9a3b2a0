/** `load.R`: reads the bundle with base R only, in any locale. */
export const loadR = String.raw`# Reads all tables of this export with their types. Base R alone, R 4.0 or later, in any locale.
#
#   source("load.R")
#   study <- load_export()        # or load_export("path of the extracted folder")
#   study$subjects; study$forms$TABLE_ID
#   study <- load_export(tables = c("subjects", "Name of a form type"))      # only these, by name, table_id or label
#
# The tables of form types are named by table_id, which never changes; their attribute "label" is the form type's name.
# text: character. choice: factor, whose levels are the labels of the options, and whose attribute "codes" has the codes.
# Several options in a cell: character with the codes, separated by |. boolean: logical. number, integer: numeric. date: Date.
# datetime: POSIXct in the study's zone. time: character HH:MM:SS, with seconds since midnight in the column beside it.
# Columns are named by column_id; the heading of each is its attribute "label".

load_export <- function(folder = ".", tables = NULL) {
  dictionary <- read_export_table(folder, "dictionary", NULL)
  wanted <- unique(dictionary$table)
  if (!is.null(tables)) {
    named <- lapply(tables, function(name) {
      is_named <- dictionary$table == name | dictionary$table_id == name | dictionary$table_label == name
      if (!any(is_named)) stop("There is no table ", name)
      dictionary$table[is_named]
    })
    wanted <- intersect(wanted, unlist(named))
  }
  study <- list(dictionary = dictionary)
  for (table in wanted) {
    columns <- dictionary[dictionary$table == table, ]
    if (!file.exists(export_path(folder, table))) next
    data <- read_export_table(folder, table, columns)
    attr(data, "label") <- columns$table_label[1]
    if (startsWith(table, "forms/")) study$forms[[substring(table, 7)]] <- data
    else study[[table]] <- data
  }
  study
}

# Names of files are passed on as the bytes that they are, so that Å survives where the locale does not know it.
export_path <- function(folder, table) {
  path <- paste0(folder, "/", table, ".csv")
  Encoding(path) <- "unknown"
  path
}

read_export_table <- function(folder, table, columns) {
  path <- export_path(folder, table)
  bytes <- readBin(path, "raw", file.info(path)$size)
  # R turns a carriage return into a line feed even within quotes. 0xFF occurs in no UTF-8 text and stands in for it.
  carriage_return <- which(bytes == as.raw(13))
  if (length(carriage_return) > 0) {
    quotes <- which(bytes == as.raw(34))
    inside <- findInterval(carriage_return, quotes) %% 2 == 1
    bytes[carriage_return[inside]] <- as.raw(255)
  }
  copy <- tempfile(fileext = ".csv")
  on.exit(unlink(copy))
  writeBin(bytes, copy)
  rm(bytes)
  data <- read.csv(copy, colClasses = "character", na.strings = "", check.names = FALSE, quote = "\"",
                   comment.char = "", strip.white = FALSE, blank.lines.skip = FALSE)
  if (is.null(columns)) {
    data[] <- lapply(data, export_text)
    return(data)
  }
  for (i in seq_along(data)) {
    column <- columns[i, ]
    data[[i]] <- export_column(data[[i]], column$type, column$options, column$unit, column$option_labels)
    attr(data[[i]], "label") <- column$label
  }
  names(data) <- columns$column_id
  data
}

export_text <- function(x) {
  x <- gsub("\xff", "\r", x, fixed = TRUE, useBytes = TRUE)
  # The export writes a ' in front of these only.
  x <- sub("^'(?=[=+@'\t\r-])", "", x, perl = TRUE, useBytes = TRUE)
  Encoding(x) <- "UTF-8"
  x
}

export_column <- function(x, type, options, zone, labels) {
  switch(type,
    text = export_text(x),
    choice = export_choice(export_text(x), strsplit(options, "|", fixed = TRUE)[[1]], labels),
    boolean = as.logical(x),
    number = as.numeric(x),
    integer = as.numeric(x),
    date = as.Date(x, format = "%Y-%m-%d"),
    datetime = export_datetime(x, zone),
    x)
}

export_choice <- function(x, codes, labels) {
  if (is.na(labels)) return(factor(x, levels = codes))
  labels <- strsplit(labels, "\n", fixed = TRUE)[[1]]
  # Levels are unique.
  if (anyDuplicated(labels)) labels <- paste0(labels, " [", codes, "]")
  x <- factor(x, levels = codes, labels = labels)
  attr(x, "codes") <- codes
  x
}

# Before R 4.3 an offset has no colon.
export_datetime <- function(x, zone) {
  x <- sub("Z$", "+00:00", x)
  x <- sub("([+-][0-9]{2}):([0-9]{2})$", "\\1\\2", x)
  time <- as.POSIXct(strptime(x, "%Y-%m-%dT%H:%M:%OS%z", tz = "UTC"))
  attr(time, "tzone") <- zone
  time
}
`
