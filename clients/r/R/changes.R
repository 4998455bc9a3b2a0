# The current position, from which to follow changes. Read all records after calling this.
cb_position <- function(server) cb_call(server, "{ listChanges { position } }")$listChanges$position

# All changes since a position as a data frame, and the position to continue from.
cb_changes <- function(server, after) {
  query <- "query ($a: String) {
    listChanges(after: $a) { changes { kind action siteid studyid subjectid id } position more } }"
  changes <- list()
  repeat {
    page <- cb_call(server, query, list(a = after))$listChanges
    changes <- c(changes, page$changes)
    after <- page$position
    if (!page$more) break
  }
  list(changes = frame_of(changes, c("kind", "action", "siteid", "studyid", "subjectid", "id")), position = after)
}
