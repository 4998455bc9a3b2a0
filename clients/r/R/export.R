# Creates an export, waits for it, downloads it to path and verifies it. Needs a token with the scope export.
# `subjectids` selects several subjects of the study.
cb_export <- function(server, path, siteid, studyid = NULL, subjectid = NULL, files = TRUE, history = TRUE,
                      closed_only = FALSE, most_seconds = 86400, subjectids = NULL, deleted = FALSE,
                      deidentified = FALSE, bids = FALSE, parquet = FALSE, segments = FALSE, seed = 0L, redcap = FALSE) {
  exportid <- add_export(server, siteid, studyid, subjectid = subjectid, files = files, history = history,
    closed_only = closed_only, subjectids = subjectids, deleted = deleted, deidentified = deidentified, bids = bids,
    parquet = parquet, segments = segments, seed = seed, redcap = redcap)
  cb_fetch_export(server, exportid, path, most_seconds)
}

# Creates an export and returns its id.
add_export <- function(server, siteid, studyid = NULL, subjectid = NULL, files = TRUE, history = TRUE,
                       closed_only = FALSE, subjectids = NULL, deleted = FALSE, deidentified = FALSE, bids = FALSE,
                       parquet = FALSE, segments = FALSE, seed = 0L, redcap = FALSE) {
  input <- c(list(siteid = siteid, files = files, history = history, closedOnly = closed_only, deleted = deleted,
    deidentified = deidentified, bids = bids, parquet = parquet, redcap = redcap,
    segments = segments, seed = as.integer(seed)),
    if (!is.null(studyid)) list(studyid = studyid), if (!is.null(subjectid)) list(subjectid = subjectid),
    if (!is.null(subjectids)) list(subjectids = as.list(subjectids)))
  cb_call(server, "mutation ($i: ExportInput!) { addExport(input: $i) { exportid } }", list(i = input))$addExport$exportid
}

# Waits for an export, downloads it to path and verifies it. A failure is a condition of class casebook_export_error with
# the exportid: once its cause is gone, this function continues what was downloaded.
cb_fetch_export <- function(server, exportid, path, most_seconds = 86400) {
  naming_export(exportid, {
    export <- wait_for_export(server, exportid, Sys.time() + most_seconds)
    part <- paste0(path, ".", exportid, ".part")
    download(link_to(server, exportid), part, export$total, server)
    tryCatch(verify_export(part, export$sha256), error = function(error) {
      unlink(part)
      stop(error)
    })
    if (!file.rename(part, path)) stop("Could not write ", path)
    export
  })
}

# A function that answers a new address of the ZIP: each expires after some minutes.
link_to <- function(server, exportid) {
  function() cb_call(server, "query ($id: ID!) { getExportLink(exportid: $id) }", list(id = exportid))$getExportLink
}

# What fails is a condition of class casebook_export_error with the exportid.
naming_export <- function(exportid, work) {
  tryCatch(work, error = function(error) {
    message <- paste0(conditionMessage(error), " (export ", exportid, ")")
    stop(structure(class = c("casebook_export_error", class(error)), c(list(message = message, call = NULL,
      exportid = exportid), error[setdiff(names(error), c("message", "call"))])))
  })
}

wait_for_export <- function(server, exportid, until) {
  query <- "query ($id: ID!) { getExport(exportid: $id) { exportid state problem sha256 done total } }"
  wait <- 0.5
  repeat {
    export <- cb_call(server, query, list(id = exportid))$getExport
    if (is.null(export)) stop("There is no such export")
    if (export$state == "DONE") return(export)
    if (!export$state %in% c("WAITING", "RUNNING")) stop("The export ended ", export$state, ": ", export$problem)
    if (Sys.time() > until) stop("The export is still ", export$state)
    Sys.sleep(wait)
    wait <- min(wait * 1.5, 15)
  }
}

# Completes the file `part` of `size` bytes, from where an earlier download of the same content ended. `link` answers a
# new address, since one expires after some minutes.
download <- function(link, part, size, server) {
  bytes_of <- function() if (file.exists(part)) file.size(part) else 0
  failed <- 0
  repeat {
    have <- bytes_of()
    if (have > size) {
      unlink(part)
      have <- 0
    }
    if (have == size) return(invisible())
    address <- link()
    broken <- tryCatch({
      append_download(address, part, have, server$timeout)
      NULL
    }, error = identity)
    if (is.null(broken)) next
    now <- bytes_of()
    failed <- if (now > have) 0 else failed + 1
    if (failed >= server$attempts) stop(now, " of ", size, " bytes arrived: ", conditionMessage(broken))
    Sys.sleep(if (failed > 0) min(2^failed, 30) else 1)
  }
}

append_download <- function(address, part, have, timeout) {
  handle <- curl::new_handle(connecttimeout = timeout, low_speed_time = timeout, low_speed_limit = 1)
  if (have > 0) curl::handle_setheaders(handle, Range = sprintf("bytes=%.0f-", have))
  input <- curl::curl(address, "rb", handle)
  on.exit(close(input))
  status <- curl::handle_data(handle)$status_code
  # A store that does not know ranges answers 200 with the whole file.
  output <- file(part, if (status == 206) "ab" else "wb")
  on.exit(close(output), add = TRUE)
  repeat {
    piece <- readBin(input, "raw", 1048576)
    if (length(piece) == 0) break
    writeBin(piece, output)
  }
}

# Compares the ZIP of an export with its manifest, and the manifest with its recorded SHA-256. An uploaded file that
# differs from its upload is no fault of the download: the manifest has what is in the ZIP.
verify_export <- function(path, sha256) {
  sha256_of <- function(name) {
    entry <- unz(path, name, "rb")
    on.exit(close(entry))
    paste(as.character(openssl::sha256(entry)), collapse = "")
  }
  # Warnings say why an entry can't be read.
  broken <- function(condition) stop("The file is no complete export: ", conditionMessage(condition))
  found <- tryCatch(sha256_of("manifest.json"), error = broken, warning = broken)
  if (found != sha256) stop("The SHA-256 of manifest.json differs from the recorded one.")
  manifest <- unz(path, "manifest.json", encoding = "UTF-8")
  on.exit(close(manifest))
  text <- paste(readLines(manifest, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  for (entry in jsonlite::fromJSON(text, simplifyVector = FALSE)$entries) {
    # Names are passed on as the bytes that they are, so that they are found in any locale.
    name <- entry$path
    Encoding(name) <- "unknown"
    found <- tryCatch(sha256_of(name), error = broken, warning = broken)
    if (found != entry$sha256) stop("The SHA-256 of ", entry$path, " differs from the one in manifest.json.")
  }
}
