# Form types as lists, with their fields.
cb_form_types <- function(server, studyid) {
  query <- "query ($id: ID!) { listFormTypes(studyid: $id) {
    formtypeid identifier version fields { name type required length pattern } } }"
  cb_call(server, query, list(id = studyid))$listFormTypes
}

# One row per form of the form type with this identifier or formtypeid, each column of its field's type.
cb_forms <- function(server, studyid, identifier) {
  wanted <- Filter(function(type) identifier %in% c(type$identifier, type$formtypeid), cb_form_types(server, studyid))
  if (length(wanted) == 0) stop("The study has no form type ", identifier)
  type <- wanted[[1]]
  subjects <- subjects_with(server, studyid, "forms { formtypeid version changedAt changedBy fields { key value } }")
  forms <- unlist(lapply(subjects, function(subject) {
    own <- Filter(function(form) form$formtypeid == type$formtypeid, subject$forms)
    lapply(own, function(form) c(form, subject[c("subjectid", "identifier")]))
  }), recursive = FALSE)
  ids <- frame_of(forms, c("subjectid", "identifier", "version", "changedAt", "changedBy"))
  columns <- lapply(type$fields, function(field) typed(values_of(forms, field$name), field))
  names(columns) <- vapply(type$fields, function(field) field$name, "")
  fields <- structure(columns, class = "data.frame", row.names = seq_len(nrow(ids)))
  # Not data.frame(): a field may have the same name as an id column.
  structure(c(unclass(ids), unclass(fields)), names = c(names(ids), names(fields)),
    class = "data.frame", row.names = seq_len(nrow(ids)))
}

values_of <- function(forms, name) {
  vapply(forms, function(form) {
    held <- Filter(function(field) field$key == name, form$fields)
    if (length(held) == 0) NA_character_ else held[[1]]$value
  }, "")
}

# A value that no longer fits its field's type becomes NA, as in an export, where problems.csv names it.
typed <- function(values, field) {
  number <- function() suppressWarnings(as.numeric(values))
  switch(field$type,
    Number = number(),
    Boolean = unname(c(true = TRUE, false = FALSE)[values]),
    # Epoch seconds of 12:00 UTC of the day.
    Date = as.Date(as.POSIXct(number(), origin = "1970-01-01", tz = "UTC"), tz = "UTC"),
    Choice = factor(values, levels = unique(trimws(strsplit(field$pattern, "|", fixed = TRUE)[[1]]))),
    String = ,
    Time = values,
    # A type of a later release is text.
    values)
}
