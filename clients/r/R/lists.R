# Converts a list of records with single values to a data frame; null becomes NA.
frame_of <- function(records, names) {
  columns <- lapply(names, function(name) {
    unlist(lapply(records, function(record) if (is.null(record[[name]])) NA else record[[name]]))
  })
  columns <- lapply(columns, function(column) if (is.null(column)) character() else column)
  names(columns) <- names
  as.data.frame(columns, check.names = FALSE, stringsAsFactors = FALSE, optional = TRUE)
}

# The sites that the token may read.
cb_sites <- function(server) {
  frame_of(cb_call(server, "{ listSites { siteid name version } }")$listSites, c("siteid", "name", "version"))
}

cb_studies <- function(server, siteid) {
  query <- "query ($id: ID!) { listStudies(siteid: $id) { studyid siteid name status version } }"
  frame_of(cb_call(server, query, list(id = siteid))$listStudies, c("studyid", "siteid", "name", "status", "version"))
}

cb_activity_types <- function(server, studyid) {
  query <- "query ($id: ID!) { listActivityTypes(studyid: $id) { activitytypeid description version } }"
  frame_of(cb_call(server, query, list(id = studyid))$listActivityTypes, c("activitytypeid", "description", "version"))
}

cb_files <- function(server, subjectid) {
  fields <- c("referencedataid", "activitytypeid", "filename", "status", "size", "downloadUrl")
  query <- sprintf("query ($id: ID!) { listReferenceData(subjectid: $id) { %s } }", paste(fields, collapse = " "))
  frame_of(cb_call(server, query, list(id = subjectid))$listReferenceData, fields)
}

about_subject <- c("subjectid", "identifier", "status", "version", "changedAt", "changedBy")

subjects_with <- function(server, studyid, below = "") {
  query <- sprintf("query ($id: ID!) { listSubjects(studyid: $id) { %s %s } }", paste(about_subject, collapse = " "), below)
  cb_call(server, query, list(id = studyid))$listSubjects
}

# The subjects of a study, also closed and deleted ones.
cb_subjects <- function(server, studyid) {
  subjects <- frame_of(subjects_with(server, studyid), about_subject)
  subjects$changedAt <- instant_of(subjects$changedAt)
  subjects
}

# The activities of all subjects of a study, with times as instants in UTC.
cb_activities <- function(server, studyid) {
  below <- "activities { activitytypeid startTime stopTime comment version activitytype { description } }"
  rows <- unlist(lapply(subjects_with(server, studyid, below), function(subject) {
    lapply(subject$activities, function(activity) {
      c(activity, subject[c("subjectid", "identifier")], list(description = activity$activitytype$description))
    })
  }), recursive = FALSE)
  names <- c("subjectid", "identifier", "activitytypeid", "description", "startTime", "stopTime", "comment", "version")
  activities <- frame_of(rows, names)
  for (name in c("startTime", "stopTime")) {
    activities[[name]] <- as.POSIXct(as.numeric(activities[[name]]), origin = "1970-01-01", tz = "UTC")
  }
  activities
}
