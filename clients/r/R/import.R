# Imports a CSV file in the format of an export's subjects.csv or, with formtypeid, of one of its forms/NAME.csv.
# Returns what was added and changed. A file with mistakes is refused as a whole. preview = TRUE changes nothing and
# lists the mistakes.
cb_import <- function(server, siteid, studyid, path, formtypeid = NULL, preview = FALSE) {
  input <- c(list(siteid = siteid, studyid = studyid, filename = basename(path), gzip = gzip_of(path)),
    if (!is.null(formtypeid)) list(formtypeid = formtypeid))
  call <- if (preview) "query ($i: ImportInput!) { outcome: previewImport" else "mutation ($i: ImportInput!) { outcome: addImport"
  query <- paste0(call, "(input: $i) { addedSubjects addedForms changedForms unchanged
    mistakes { row column reason message } } }")
  outcome <- cb_call(server, query, list(i = input))$outcome
  outcome$mistakes <- frame_of(outcome$mistakes, c("row", "column", "reason", "message"))
  outcome
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
