# A server and an access token. Both default to environment variables.
casebook <- function(url = Sys.getenv("CASEBOOK_URL"), token = Sys.getenv("CASEBOOK_TOKEN"), timeout = 60, attempts = 5) {
  if (url == "" || token == "") stop("Say where the server is and give a token: CASEBOOK_URL, CASEBOOK_TOKEN.")
  # Everybody in between could read the token.
  isLoopback <- grepl("^http://(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]+)?(/|$)", url)
  if (!startsWith(url, "https://") && !isLoopback) {
    stop("Give an address that begins with https://; ", url, " would send the token unprotected.")
  }
  structure(list(url = sub("/+$", "", url), token = token, timeout = timeout, attempts = attempts), class = "casebook")
}

# Makes any API call and returns its data. A refusal is a condition of class casebook_error.
cb_call <- function(server, query, variables = NULL) {
  headers <- list(Authorization = paste("Bearer", server$token), `Content-Type` = "application/json")
  # The same key for each attempt: a write that succeeded before the connection broke is not repeated.
  if (grepl("^(\\s|#[^\n]*\n)*mutation\\b", query, perl = TRUE)) {
    headers[["Idempotency-Key"]] <- paste(as.character(openssl::rand_bytes(16)), collapse = "")
  }
  body <- list(query = query)
  if (length(variables) > 0) body$variables <- variables
  text <- jsonlite::toJSON(body, auto_unbox = TRUE, null = "null", digits = NA)
  isWrite <- !is.null(headers[["Idempotency-Key"]])
  unsettled <- NULL
  for (attempt in seq_len(server$attempts)) {
    answer <- send(server, text, headers)
    wait <- min(2^attempt, 30)
    if (inherits(answer, "error")) {
      failed <- answer
      mayBeDone <- isWrite
    } else {
      failed <- tryCatch(return(data_of(answer)), casebook_error = identity)
      isPassingReason <- isTRUE(failed$reason %in% c("database.unavailable", "write.unknown"))
      if (!isPassingReason && !answer$status_code %in% c(429, 502, 503, 504)) stop(failed)
      said <- c(curl::parse_headers_list(answer$headers)[["retry-after"]], failed$extensions$retryAfterSeconds)
      if (length(said) > 0) wait <- seconds_of(said[[1]], wait)
      # 502 and 504 are a proxy's: the server's answer did not arrive.
      mayBeDone <- isWrite && (identical(failed$reason, "write.unknown") || answer$status_code %in% c(502, 504))
    }
    # What an attempt may have written, a later one that was not executed does not deny.
    if (mayBeDone && is.null(unsettled)) unsettled <- failed
    if (attempt == server$attempts) stop(if (is.null(unsettled)) failed else unsettled)
    Sys.sleep(wait)
  }
}

# The seconds of a Retry-After header, which a proxy may give as a date.
seconds_of <- function(retryAfter, otherwise) {
  seconds <- suppressWarnings(as.numeric(retryAfter))
  if (is.na(seconds)) seconds <- as.numeric(curl::parse_date(retryAfter)) - as.numeric(Sys.time())
  if (is.na(seconds)) otherwise else max(0, seconds)
}

send <- function(server, text, headers) {
  # A redirect would take the token elsewhere.
  handle <- curl::new_handle(postfields = text, timeout = server$timeout, followlocation = FALSE)
  curl::handle_setheaders(handle, .list = headers)
  tryCatch(curl::curl_fetch_memory(paste0(server$url, "/graphql"), handle), error = identity)
}

data_of <- function(answer) {
  text <- rawToChar(answer$content)
  Encoding(text) <- "UTF-8"
  read <- tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = function(e) NULL)
  refusal <- if (length(read$errors) > 0) read$errors[[1]]
  if (is.null(refusal) && answer$status_code < 300) return(read$data)
  isRedirect <- answer$status_code >= 300 && answer$status_code < 400
  otherwise <- paste0("The server answered ", answer$status_code, ".", if (isRedirect) " Give the address that it redirects to.")
  message <- if (is.null(refusal)) otherwise else refusal$message
  more <- refusal$extensions
  stop(structure(
    class = c("casebook_error", "error", "condition"),
    list(message = message, call = NULL, code = more$code, reason = more$reason, field = more$field, extensions = more)
  ))
}
