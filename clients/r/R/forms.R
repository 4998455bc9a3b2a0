form_type_fields <- "formtypeid identifier version fields { name type required length pattern multiple options { code label } }"

# Form types as lists, with their fields; with removed = TRUE also removed ones of which there are forms.
cb_form_types <- function(server, studyid, removed = FALSE) {
  query <- sprintf("query ($id: ID!) { listFormTypes(studyid: $id) { %s } }", form_type_fields)
  types <- cb_call(server, query, list(id = studyid))$listFormTypes
  if (!removed) return(types)
  known <- vapply(types, `[[`, "", "formtypeid")
  # Asking each form for its type's fields would exceed what one call may ask for.
  query <- sprintf("query ($id: ID!, $type: ID!) { getForm(subjectid: $id, formtypeid: $type) { formtype { %s } } }",
    form_type_fields)
  for (subject in subjects_with(server, studyid, "forms { formtypeid }")) {
    for (id in setdiff(vapply(subject$forms, `[[`, "", "formtypeid"), known)) {
      form <- cb_call(server, query, list(id = subject$subjectid, type = id))$getForm
      types <- c(types, list(form$formtype))
      known <- c(known, id)
    }
  }
  types
}

# One row per form of the form type with this identifier or formtypeid, each column of its field's type. Values of retired
# fields follow as text. A removed form type is found as well, through its forms. The levels of a factor are the codes of the
# options; with labels = TRUE they are the labels, and the attribute "codes" has the codes.
cb_forms <- function(server, studyid, identifier, labels = FALSE) {
  named <- function(types) Filter(function(type) identifier %in% c(type$identifier, type$formtypeid), types)
  wanted <- named(cb_form_types(server, studyid))
  if (length(wanted) == 0) wanted <- named(cb_form_types(server, studyid, removed = TRUE))
  if (length(wanted) == 0) stop("The study has no form type ", identifier)
  type <- wanted[[1]]
  subjects <- subjects_with(server, studyid, "forms { formtypeid version changedAt changedBy fields { key value } }")
  forms <- unlist(lapply(subjects, function(subject) {
    own <- Filter(function(form) form$formtypeid == type$formtypeid, subject$forms)
    lapply(own, function(form) c(form, subject[c("subjectid", "identifier")]))
  }), recursive = FALSE)
  ids <- frame_of(forms, c("subjectid", "identifier", "version", "changedAt", "changedBy"))
  ids$changedAt <- instant_of(ids$changedAt)
  present <- vapply(type$fields, function(field) field$name, "")
  columns <- lapply(type$fields, function(field) typed(values_of(forms, field$name), field, labels))
  names(columns) <- present
  keys <- unique(unlist(lapply(forms, function(form) vapply(form$fields, function(field) field$key, ""))))
  retired <- setdiff(keys, present)
  kept <- lapply(retired, function(key) values_of(forms, key))
  names(kept) <- if (length(retired) > 0) paste(retired, "(retired)")
  # Not data.frame(): a field may have the same name as an id column.
  all <- c(as.list(ids), columns, kept)
  structure(all, class = "data.frame", row.names = seq_len(nrow(ids)))
}

values_of <- function(forms, name) {
  vapply(forms, function(form) {
    held <- Filter(function(field) field$key == name, form$fields)
    if (length(held) == 0) NA_character_ else held[[1]]$value
  }, "")
}

choice_of <- function(values, field, is_labelled) {
  part <- function(name) vapply(field$options, function(option) option[[name]], "")
  codes <- part("code")
  is_first <- !duplicated(codes)
  codes <- codes[is_first]
  if (!is_labelled) return(factor(values, levels = codes))
  labels <- part("label")[is_first]
  # Levels are unique.
  if (anyDuplicated(labels)) labels <- paste0(labels, " [", codes, "]")
  structure(factor(values, levels = codes, labels = labels), codes = codes)
}

# A value that no longer fits its field's type becomes NA, as in an export, where problems.csv names it.
typed <- function(values, field, is_labelled = FALSE) {
  number <- function() suppressWarnings(as.numeric(values))
  instant <- function() as.POSIXct(number(), origin = "1970-01-01", tz = "UTC")
  switch(field$type,
    Number = number(),
    Boolean = unname(c(true = TRUE, false = FALSE)[values]),
    # Epoch seconds of 12:00 UTC of the day.
    Date = as.Date(instant(), tz = "UTC"),
    DateTime = instant(),
    # Several codes separated by | are no level.
    Choice = if (isTRUE(field$multiple)) values else choice_of(values, field, is_labelled),
    # A note has no values.
    Note = values,
    String = values,
    Time = as.difftime(seconds_since_midnight(values), units = "secs"),
    # A type of a later release is text.
    values)
}

# A clock time may be as late as 24:59:59.
seconds_since_midnight <- function(values) {
  vapply(strsplit(values, ":", fixed = TRUE), function(parts) {
    if (!length(parts) %in% 2:3 || !all(grepl("^[0-9]+$", parts))) return(NA_real_)
    sum(as.numeric(parts) * c(3600, 60, 1)[seq_along(parts)])
  }, 0)
}

# An instant in ISO 8601, UTC.
instant_of <- function(text) {
  as.POSIXct(strptime(sub("Z$", "", as.character(text)), "%Y-%m-%dT%H:%M:%OS", tz = "UTC"))
}
