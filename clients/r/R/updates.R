# Creates an export and brings a folder to its state: only entries whose SHA-256 differs are fetched. For every night. The
# folder then has the entries of the ZIP as files, each verified, and manifest.json, which is written last. Files that an
# update before wrote and this export has not are removed, others are left alone. `...` are the choices of cb_export.
cb_update_export <- function(server, folder, siteid, studyid = NULL, ..., most_seconds = 86400) {
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  release <- hold_folder(folder)
  on.exit(release())
  exportid <- add_export(server, siteid, studyid, ...)
  naming_export(exportid, {
    export <- wait_for_export(server, exportid, Sys.time() + most_seconds)
    update_folder(server, exportid, folder, export)
  })
}

update_folder <- function(server, exportid, folder, export) {
  zip <- remote_zip(link_to(server, exportid), export$total, server)
  pieces <- list()
  zip_content(zip, "manifest.json", function(piece) pieces[[length(pieces) + 1]] <<- piece)
  manifest <- do.call(c, pieces)
  if (sha256_text(manifest) != export$sha256) stop("The SHA-256 of manifest.json differs from the recorded one.")
  entries <- entries_of(manifest)
  paths <- vapply(entries, function(entry) entry$path, "")
  # While an update runs: every path that it or one before it may have written.
  own <- file.path(folder, c("manifest.json", "manifest.next.json"))
  before <- unlist(lapply(own[file.exists(own)], function(name) {
    vapply(entries_of(readBin(name, "raw", file.size(name))), function(entry) entry$path, "")
  }))
  known <- unique(c(before, paths))
  text <- jsonlite::toJSON(list(entries = lapply(known, function(path) list(path = path))), auto_unbox = TRUE)
  write_whole(folder, "manifest.next.json", charToRaw(enc2utf8(text)))
  fetched <- character()
  for (entry in entries) {
    if (is_same_file(within_folder(folder, entry$path), entry)) next
    store_entry(folder, zip, entry)
    fetched <- c(fetched, entry$path)
  }
  gone <- setdiff(known, paths)
  removed <- gone[vapply(gone, function(path) file.exists(within_folder(folder, path)), NA)]
  for (path in removed) file.remove(within_folder(folder, path))
  # Last: until then, the folder is known to be of the export before.
  write_whole(folder, "manifest.json", manifest)
  file.remove(file.path(folder, "manifest.next.json"))
  list(exportid = exportid, entries = length(entries), fetched = fetched, removed = removed)
}

sha256_text <- function(content) paste(as.character(openssl::sha256(content)), collapse = "")

entries_of <- function(manifest) {
  text <- rawToChar(manifest)
  Encoding(text) <- "UTF-8"
  jsonlite::fromJSON(text, simplifyVector = FALSE)$entries
}

# Where an entry is in the folder, as the bytes that its name is, so that it is found in any locale.
within_folder <- function(folder, path) {
  parts <- strsplit(path, "/", fixed = TRUE)[[1]]
  target <- file.path(folder, path)
  Encoding(target) <- "unknown"
  at <- dirname(target)
  while (!file.exists(at)) at <- dirname(at)
  root <- normalizePath(folder, "/")
  inside <- startsWith(paste0(normalizePath(at, "/"), "/"), paste0(root, "/"))
  is_odd <- path == "" || endsWith(path, "/") || any(parts %in% c("", ".", "..")) ||
    (.Platform$OS.type == "windows" && grepl("[\\\\:]", path))
  if (is_odd || !inside) stop("The export names a file outside of the folder: ", path)
  target
}

is_same_file <- function(target, entry) {
  if (!file.exists(target) || dir.exists(target) || file.size(target) != entry$size) return(FALSE)
  bytes <- file(target, "rb")
  on.exit(close(bytes))
  sha256_text(bytes) == entry$sha256
}

# Writes a file elsewhere in the folder, and moves it to its place once its SHA-256 is right. There is one such place for
# all files, so that the next update writes over what an interrupted one left.
store_entry <- function(folder, zip, entry) {
  target <- within_folder(folder, entry$path)
  part <- file.path(folder, ".update.part")
  output <- file(part, "wb")
  tryCatch(zip_content(zip, entry$path, function(piece) writeBin(piece, output)), finally = close(output))
  if (!is_same_file(part, entry)) {
    unlink(part)
    stop("The SHA-256 of ", entry$path, " differs from the one in manifest.json.")
  }
  dir.create(dirname(target), showWarnings = FALSE, recursive = TRUE)
  if (!file.rename(part, target)) stop("Could not write ", target)
}

write_whole <- function(folder, name, content) {
  part <- file.path(folder, ".update.part")
  writeBin(content, part)
  if (!file.rename(part, file.path(folder, name))) stop("Could not write ", name)
}

# Keeps the folder to one update at a time, of this client or of that for Python: a folder in it names the process that runs.
# Returns how to let go of it. What a process of this machine left that has ended is taken over.
hold_folder <- function(folder) {
  lock <- file.path(folder, ".update.running")
  pid <- Sys.getpid()
  for (attempt in 1:2) {
    if (dir.create(lock, showWarnings = FALSE)) {
      started <- started_at(pid)
      owner <- c(pid, Sys.info()[["nodename"]], if (is.na(started)) "" else started)
      writeLines(owner, file.path(lock, "owner"))
      return(function() unlink(lock, recursive = TRUE))
    }
    if (attempt == 2 || !is_left(lock)) break
    aside <- paste0(lock, ".", pid)
    if (!suppressWarnings(file.rename(lock, aside))) next
    if (is_left(aside)) unlink(aside, recursive = TRUE)
    # Another one has just taken it over.
    else file.rename(aside, lock)
  }
  stop("Another update of the folder ", folder, " runs. If none does, remove ", lock, ".")
}

# Whether the process that took the folder has ended.
is_left <- function(lock) {
  name <- file.path(lock, "owner")
  said <- if (file.exists(name)) readLines(name, warn = FALSE)
  # It is written right after its folder.
  if (length(said) < 3) return(!isTRUE(difftime(Sys.time(), file.mtime(lock), units = "secs") <= 60))
  # On Windows, asking would end the process.
  if (said[2] != Sys.info()[["nodename"]] || .Platform$OS.type == "windows") return(FALSE)
  # A signal can't be sent to a process of somebody else, although it lives.
  if (dir.exists("/proc/self")) return(!identical(started_at(said[1]), said[3]))
  !isTRUE(suppressWarnings(tools::pskill(as.integer(said[1]), 0)))
}

# When Linux started the process, in ticks, so that another one with its number is told apart. NA if there is none.
started_at <- function(pid) {
  stat <- file.path("/proc", pid, "stat")
  if (!file.exists(stat)) return(NA_character_)
  said <- tryCatch(paste(readLines(stat, warn = FALSE), collapse = " "), error = function(error) "", warning = function(warning) "")
  # The name of the program, in parentheses, may contain anything.
  strsplit(sub(".*\\) ", "", said, useBytes = TRUE), " ", fixed = TRUE)[[1]][20]
}
