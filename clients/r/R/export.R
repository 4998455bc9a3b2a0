# Creates an export, waits for it and downloads it to path. Needs a token with the scope export. `subjectids` selects
# several subjects of the study.
cb_export <- function(server, path, siteid, studyid = NULL, subjectid = NULL, files = TRUE, history = TRUE,
                      closed_only = FALSE, most_seconds = 86400, subjectids = NULL) {
  input <- c(list(siteid = siteid, files = files, history = history, closedOnly = closed_only),
    if (!is.null(studyid)) list(studyid = studyid), if (!is.null(subjectid)) list(subjectid = subjectid),
    if (!is.null(subjectids)) list(subjectids = as.list(subjectids)))
  made <- cb_call(server, "mutation ($i: ExportInput!) { addExport(input: $i) { exportid } }", list(i = input))$addExport
  id <- list(id = made$exportid)
  query <- "query ($id: ID!) { getExport(exportid: $id) { exportid state problem sha256 done total } }"
  until <- Sys.time() + most_seconds
  wait <- 0.5
  repeat {
    export <- cb_call(server, query, id)$getExport
    if (export$state == "DONE") break
    if (!export$state %in% c("WAITING", "RUNNING")) stop("The export ended ", export$state, ": ", export$problem)
    if (Sys.time() > until) stop("The export is still ", export$state, " after ", most_seconds, " seconds.")
    Sys.sleep(wait)
    wait <- min(wait * 1.5, 15)
  }
  link <- cb_call(server, "query ($id: ID!) { getExportLink(exportid: $id) }", id)$getExportLink
  # Downloads to a temporary name first, so that a file at path is always complete.
  part <- paste0(path, ".part")
  curl::curl_download(link, part, mode = "wb")
  if (!file.rename(part, path)) stop("Could not write ", path)
  export
}
