# Uploads a file to an activity and returns its row, UPLOADED. The store refuses content with another SHA-256.
cb_upload <- function(server, siteid, studyid, subjectid, activitytypeid, path, filename = basename(path)) {
  bytes <- file(path, "rb")
  on.exit(close(bytes))
  sha256 <- paste(as.character(openssl::sha256(bytes)), collapse = "")
  input <- list(siteid = siteid, studyid = studyid, activitytypeid = activitytypeid, filename = filename, sha256 = sha256)
  query <- "mutation ($s: ID!, $i: ReferenceDataInput!) {
    addReferenceData(subjectid: $s, input: $i) { referencedataid objectUrl fields } }"
  row <- cb_call(server, query, list(s = subjectid, i = input))$addReferenceData
  post_form(row$objectUrl, row$fields, path, server$timeout)
  query <- "mutation ($s: ID!, $r: ID!) {
    completeReferenceData(subjectid: $s, referencedataid: $r) { referencedataid filename status size } }"
  for (attempt in 0:9) {
    done <- cb_call(server, query, list(s = subjectid, r = row$referencedataid))$completeReferenceData
    if (done$status == "UPLOADED") return(done)
    Sys.sleep(min(2^attempt, 10))
  }
  stop("The store does not hold ", path, " though it took it; its status is ", done$status)
}

# `fields` is {name=value,name=value}; they are sent before the file.
post_form <- function(address, fields, path, timeout) {
  pairs <- strsplit(gsub("^\\{|\\}$", "", fields), ",", fixed = TRUE)[[1]]
  form <- as.list(sub("^[^=]*=", "", pairs))
  names(form) <- sub("=.*$", "", pairs)
  handle <- curl::new_handle(timeout = timeout)
  do.call(curl::handle_setform, c(list(handle), form, list(file = curl::form_file(path))))
  answer <- curl::curl_fetch_memory(address, handle)
  if (answer$status_code >= 300) stop("The store answered ", answer$status_code, ": ", rawToChar(answer$content))
}
