outcome_fields <- "addedSubjects addedForms changedForms unchanged leftOut leftOutColumns { column values }
    origins { siteid studyid studyName formtypeid formTypeName rows }
    mistakes { row column reason message params { key value } }"

# Imports a CSV file in the format of an export's subjects.csv or, with formtypeid, of a file in its folder forms.
# Returns what was added, changed and left out. A file with mistakes is refused as a whole: the condition has all of them
# as `mistakes`. preview = TRUE changes nothing and lists the mistakes. from_elsewhere = TRUE accepts rows that were
# exported from another study or form type.
cb_import <- function(server, siteid, studyid, path, formtypeid = NULL, preview = FALSE, from_elsewhere = FALSE) {
  input <- c(list(siteid = siteid, studyid = studyid, filename = basename(path), gzip = gzip_of(path),
    fromElsewhere = from_elsewhere), if (!is.null(formtypeid)) list(formtypeid = formtypeid))
  asked <- function(call) {
    query <- sprintf("%s($i: ImportInput!) { outcome: %s(input: $i) { %s } }", call[[1]], call[[2]], outcome_fields)
    outcome <- cb_call(server, query, list(i = input))$outcome
    outcome$origins <- frame_of(outcome$origins,
      c("siteid", "studyid", "studyName", "formtypeid", "formTypeName", "rows"))
    outcome$leftOutColumns <- frame_of(outcome$leftOutColumns, c("column", "values"))
    outcome$mistakes <- mistakes_of(outcome$mistakes)
    outcome
  }
  judge <- c("query ", "previewImport")
  if (preview) return(asked(judge))
  tryCatch(asked(c("mutation ", "addImport")), casebook_error = function(refusal) {
    if (identical(refusal$reason, "import.mistakes")) refusal$mistakes <- asked(judge)$mistakes
    stop(refusal)
  })
}

mistakes_of <- function(mistakes) {
  frame <- frame_of(mistakes, c("row", "column", "reason", "message"))
  frame$params <- vapply(mistakes, function(mistake) {
    paste(vapply(mistake$params, function(param) paste0(param$key, "=", param$value), ""), collapse = ", ")
  }, "")
  frame
}

# A text file of a few megabytes, compressed to fit into a call.
gzip_of <- function(path) {
  packed <- tempfile()
  on.exit(unlink(packed))
  # Not memCompress(): it writes zlib's format.
  file <- gzfile(packed, "wb")
  writeBin(readBin(path, "raw", file.size(path)), file)
  close(file)
  openssl::base64_encode(readBin(packed, "raw", file.size(packed)))
}

# The form types and activity types of a study as JSON text, for cb_import_definitions.
cb_definitions <- function(server, siteid, studyid) {
  query <- "query ($s: ID!, $id: ID!) { getDefinitions(siteid: $s, studyid: $id) }"
  cb_call(server, query, list(s = siteid, id = studyid))$getDefinitions
}

# Adds the form types and activity types that a study lacks, and returns each definition with its action. If anything
# prevents it, the import is refused as a whole; preview = TRUE changes nothing and says what does.
cb_import_definitions <- function(server, studyid, definitions, preview = FALSE) {
  call <- if (preview) "query ($id: ID!, $d: String!) { judged: previewDefinitions"
    else "mutation ($id: ID!, $d: String!) { judged: addDefinitions"
  query <- paste0(call, "(studyid: $id, definitions: $d) { kind name action reason message } }")
  judged <- cb_call(server, query, list(id = studyid, d = definitions))$judged
  frame_of(judged, c("kind", "name", "action", "reason", "message"))
}
