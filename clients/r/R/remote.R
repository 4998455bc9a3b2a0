# A ZIP in the store, of which only what is asked for is fetched. `link` answers a new address, since one expires after
# some minutes.
remote_zip <- function(link, size, server) {
  address <- NULL
  # Hands on the bytes from `begin` to before `end` in pieces. After a broken connection it goes on where that ended.
  fetch <- function(begin, end, take) {
    failed <- 0
    while (begin < end) {
      if (is.null(address)) address <<- link()
      broken <- tryCatch({
        range_of(address, begin, end, server$timeout, function(piece) {
          take(piece)
          begin <<- begin + length(piece)
          failed <<- 0
        })
        NULL
      }, casebook_taken = function(error) stop(error$parent), error = identity)
      if (is.null(broken)) next
      address <<- NULL
      failed <- failed + 1
      if (failed >= server$attempts) {
        stop(sprintf("%.0f of %.0f bytes of the export could be read: ", begin, size), conditionMessage(broken))
      }
      Sys.sleep(min(2^failed, 30))
    }
  }
  bytes <- function(begin, end) {
    pieces <- list()
    fetch(begin, end, function(piece) pieces[[length(pieces) + 1]] <<- piece)
    do.call(c, pieces)
  }
  structure(list(fetch = fetch, entries = zip_entries(bytes, size)), class = "casebook_zip")
}

range_of <- function(address, begin, end, timeout, take) {
  handle <- curl::new_handle(connecttimeout = timeout, low_speed_time = timeout, low_speed_limit = 1)
  curl::handle_setheaders(handle, Range = sprintf("bytes=%.0f-%.0f", begin, end - 1))
  input <- curl::curl(address, "rb", handle)
  on.exit(close(input))
  status <- curl::handle_data(handle)$status_code
  if (status != 206) stop("The store answered ", status, " to a range.")
  left <- end - begin
  while (left > 0) {
    piece <- readBin(input, "raw", min(1048576, left))
    if (length(piece) == 0) stop("The connection ended.")
    # What goes wrong with the bytes is not repeated.
    tryCatch(take(piece), error = function(error) {
      stop(structure(class = c("casebook_taken", "error", "condition"),
        list(message = conditionMessage(error), call = NULL, parent = error)))
    })
    left <- left - length(piece)
  }
}

# A whole number in little-endian bytes. Those up to 2^53 are exact.
number_of <- function(bytes, at, length) sum(as.numeric(bytes[at + seq_len(length) - 1]) * 256^(seq_len(length) - 1))

# What the central directory lists: path, offset of the entry, offset of the next one, size.
zip_entries <- function(bytes, size) {
  from <- max(0, size - 65600)
  end <- bytes(from, size)
  is_at <- function(at, signature) at >= 1 && identical(end[at + 0:3], as.raw(signature))
  at <- length(end) - 21
  while (at >= 1 && !is_at(at, c(0x50, 0x4b, 0x05, 0x06))) at <- at - 1
  if (at < 1) stop("The file is no complete export.")
  count <- number_of(end, at + 10, 2)
  length <- number_of(end, at + 12, 4)
  begin <- number_of(end, at + 16, 4)
  # ZIP64: its record stands before, and a locator between the two tells where.
  if (is_at(at - 20, c(0x50, 0x4b, 0x06, 0x07))) {
    record <- number_of(end, at - 20 + 8, 8) - from + 1
    if (!is_at(record, c(0x50, 0x4b, 0x06, 0x06))) stop("The file is no complete export.")
    count <- number_of(end, record + 32, 8)
    length <- number_of(end, record + 40, 8)
    begin <- number_of(end, record + 48, 8)
  }
  directory <- if (length > 0) bytes(begin, begin + length) else raw(0)
  entries <- vector("list", count)
  at <- 1
  for (place in seq_len(count)) {
    named <- number_of(directory, at + 28, 2)
    extra <- number_of(directory, at + 30, 2)
    path <- rawToChar(directory[at + 45 + seq_len(named)])
    Encoding(path) <- "UTF-8"
    is_stored <- number_of(directory, at + 10, 2) == 0
    size <- number_of(directory, at + 24, 4)
    offset <- number_of(directory, at + 42, 4)
    wide <- zip64_of(directory, at + 46 + named, extra)
    # What does not fit into four bytes is in the field of ZIP64, in this order: both sizes, then the offset.
    if (size == 4294967295) {
      size <- number_of(wide, 1, 8)
      wide <- wide[-(1:16)]
    }
    if (offset == 4294967295) offset <- number_of(wide, 1, 8)
    entries[[place]] <- list(path = path, offset = offset, size = size, is_stored = is_stored)
    at <- at + 46 + named + extra + number_of(directory, at + 32, 2)
  }
  offsets <- vapply(entries, function(entry) entry$offset, 0)
  ends <- sort(c(offsets, begin))
  for (place in seq_along(entries)) entries[[place]]$end <- ends[ends > entries[[place]]$offset][1]
  names(entries) <- vapply(entries, function(entry) entry$path, "")
  entries
}

zip64_of <- function(directory, at, length) {
  until <- at + length
  while (at + 4 <= until) {
    size <- number_of(directory, at + 2, 2)
    if (number_of(directory, at, 2) == 1) return(directory[at + 3 + seq_len(size)])
    at <- at + 4 + size
  }
  raw(0)
}

# Hands on the content of an entry in pieces.
zip_content <- function(zip, path, take) {
  entry <- zip$entries[[path]]
  if (is.null(entry) || !entry$is_stored) stop("The file is no complete export: ", path)
  head <- raw(0)
  skip <- NULL
  left <- entry$size
  zip$fetch(entry$offset, entry$end, function(piece) {
    if (is.null(skip)) {
      head <<- c(head, piece)
      if (length(head) < 30) return()
      skip <<- 30 + number_of(head, 27, 2) + number_of(head, 29, 2)
      piece <- head
    }
    if (skip > 0) {
      skipped <- min(skip, length(piece))
      skip <<- skip - skipped
      piece <- piece[-seq_len(skipped)]
    }
    if (length(piece) > left) piece <- piece[seq_len(left)]
    left <<- left - length(piece)
    if (length(piece) > 0) take(piece)
  })
  if (left > 0) stop("The file is no complete export: ", path)
}
