outcome_fields <- "addedSubjects addedForms changedForms confirmed unchanged leftOut leftOutColumns { column values }
    origins { siteid studyid studyName formtypeid formTypeName rows }
    mistakes { row column code reason message params { key value } }"

# Imports a CSV file in the format of an export's subjects.csv or, with formtypeid, of a file in its folder forms.
# Returns what was added, changed and left out. A file with mistakes is refused as a whole: the condition has all of them
# as `mistakes`. preview = TRUE changes nothing and lists the mistakes. from_elsewhere = TRUE accepts rows that were
# exported from another study or form type; confirmed says why all unusual values are right. A file that does not fit into a
# call, of up to 200 MB and a million rows, is sent to the store and imported in the background: progress is then called
# with CHECKING or IMPORTING and the share that is done. format = "REDCAP": the raw data of a REDCap project, with the values
# of all form types; such a file must fit into a call.
cb_import <- function(server, siteid, studyid, path, formtypeid = NULL, preview = FALSE, from_elsewhere = FALSE,
    confirmed = NULL, progress = NULL, format = "CASEBOOK") {
  how <- c(list(fromElsewhere = from_elsewhere), if (!is.null(formtypeid)) list(formtypeid = formtypeid),
    if (!is.null(confirmed)) list(confirmed = confirmed))
  place <- list(siteid = siteid, studyid = studyid, filename = basename(path))
  packed <- if (file.size(path) <= 8e6) gzip_of(path)
  if (is.null(packed) || nchar(packed) > 990000) {
    if (format != "CASEBOOK") stop("A file of the format ", format, " must fit into a call: at most 8 MB.")
    return(import_in_background(server, place, how, path, preview, progress))
  }
  input <- c(place, how, list(gzip = packed), if (format != "CASEBOOK") list(format = format))
  asked <- function(call) {
    query <- sprintf("%s($i: ImportInput!) { outcome: %s(input: $i) { %s } }", call[[1]], call[[2]], outcome_fields)
    framed(cb_call(server, query, list(i = input))$outcome)
  }
  judge <- c("query ", "previewImport")
  if (preview) return(asked(judge))
  tryCatch(asked(c("mutation ", "addImport")), casebook_error = function(refusal) {
    if (identical(refusal$reason, "import.mistakes")) refusal$mistakes <- asked(judge)$mistakes
    stop(refusal)
  })
}

framed <- function(outcome) {
  outcome$origins <- frame_of(outcome$origins, c("siteid", "studyid", "studyName", "formtypeid", "formTypeName", "rows"))
  outcome$leftOutColumns <- frame_of(outcome$leftOutColumns, c("column", "values"))
  outcome$mistakes <- mistakes_of(outcome$mistakes)
  outcome
}

import_in_background <- function(server, place, how, path, preview, progress) {
  bytes <- file(path, "rb")
  sha256 <- tryCatch(paste(as.character(openssl::sha256(bytes)), collapse = ""), finally = close(bytes))
  query <- "mutation ($i: ImportJobInput!) { addImportJob(input: $i) { importid objectUrl fields } }"
  job <- cb_call(server, query, list(i = c(place, list(sha256 = sha256))))$addImportJob
  ids <- list(studyid = place$studyid, importid = job$importid)
  step <- function(name) {
    query <- "mutation ($studyid: ID!, $importid: ID!) { %s(studyid: $studyid, importid: $importid) { state } }"
    cb_call(server, sprintf(query, name), ids)
  }
  query <- "mutation ($i: ImportCheckInput!) { checkImportJob(input: $i) { state } }"
  is_sent <- FALSE
  # Otherwise it would count among the imports that a person may have at once, for a day.
  on.exit(if (!is_sent) try(step("cancelImportJob"), silent = TRUE))
  post_form(job$objectUrl, job$fields, path, server$timeout)
  cb_call(server, query, list(i = c(ids, how)))
  is_sent <- TRUE
  checked <- when_ended(server, ids, "CHECKING", progress)
  outcome <- framed(checked$outcome)
  if (preview || nrow(outcome$mistakes) > 0) step("cancelImportJob")
  if (preview) return(outcome)
  if (nrow(outcome$mistakes) > 0) {
    message <- sprintf("The file has %d mistakes. Nothing was imported.", nrow(outcome$mistakes))
    refuse_import("import.mistakes", message, outcome$mistakes)
  }
  query <- "mutation ($studyid: ID!, $importid: ID!, $check: Int) {
    startImportJob(studyid: $studyid, importid: $importid, check: $check) { state } }"
  cb_call(server, query, c(ids, list(check = checked$check)))
  framed(when_ended(server, ids, "IMPORTING", progress)$outcome)
}

# An import once it is not in this state any more.
when_ended <- function(server, ids, state, progress) {
  query <- sprintf("query ($studyid: ID!, $importid: ID!) { getImportJob(studyid: $studyid, importid: $importid) {
    state done total reason message check outcome { %s } } }", outcome_fields)
  wait <- 0.3
  repeat {
    job <- cb_call(server, query, ids)$getImportJob
    if (!is.null(progress) && !is.null(job$total)) progress(state, job$done / job$total)
    if (job$state == "FAILED") refuse_import(job$reason, job$message, mistakes_of(job$outcome$mistakes))
    if (job$state == "CANCELLED") {
      refuse_import("import.job.cancelled", "The import was cancelled. Nothing was imported.", mistakes_of(list()))
    }
    if (job$state != state) return(job)
    Sys.sleep(wait)
    wait <- min(wait * 1.5, 10)
  }
}

refuse_import <- function(reason, message, mistakes) {
  stop(structure(
    class = c("casebook_error", "error", "condition"),
    list(message = message, call = NULL, code = "BAD_INPUT", reason = reason, mistakes = mistakes)
  ))
}

mistakes_of <- function(mistakes) {
  frame <- frame_of(mistakes, c("row", "column", "code", "reason", "message"))
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

# What these definitions lack of their study: retired fields, with their form type as sheet, and removed types.
cb_left_out_definitions <- function(server, studyid, definitions) {
  query <- "query ($id: ID!, $d: String!) { previewDefinitionsFile(studyid: $id, definitions: $d) {
    leftOut { sheet text reason message } } }"
  left <- cb_call(server, query, list(id = studyid, d = definitions))$previewDefinitionsFile$leftOut
  frame_of(left, c("sheet", "text", "reason", "message"))
}
