import type { Tables } from '../columns/tables.ts'
import type { ExportRows } from '../rows.ts'
import { lineBreakSign } from '../syntax/plain-data.ts'

/** `README.txt`: the contents of the bundle and how to read them. */
export function* readmeText(
  { heading, sites, studies, visits, activityTypes, records: stored }: ExportRows,
  { records, forms }: Tables,
): Generator<string> {
  const { at, release, zone, siteid, studyid, subjectids, files, history, closedOnly, deleted } = heading
  const yesNo = (is: boolean) => (is ? 'yes' : 'no')
  yield `CASEBOOK EXPORT

Moment          ${at}
Release         ${release}
Time zone       ${zone}
Site            ${siteid} ${oneLine(sites.find((site) => site.siteid === siteid)?.name)}
`
  for (const study of studies) yield `Study           ${study.studyid} ${oneLine(study.name)}\n`
  yield `Subjects        ${subjectids ? subjectids.join(', ') : 'all'}${closedOnly ? ', closed ones only' : ''}
Deleted         ${heading.deletedSubjects ?? 'unknown'} subjects with the status DELETED, ${deleted ? 'included' : 'left out'}
Files           ${yesNo(files)}
History         ${yesNo(history)}
Scope           ${studyid ? 'study' : 'site'}

All tables show the same moment.

START HERE

R       source("load.R"); study <- load_export()
Python  from load import load_export; study = load_export()

Run either in the folder to which the ZIP was extracted. Both read every table with its types. Base R is enough;
Python needs pandas. Columns are named by column_id, as dictionary.csv lists them.

TABLES (CSV, UTF-8, RFC 4180)

${listed(records.map(({ name }) => name))}

${
  visits.length > 0
    ? `visits.csv                the visits of the schedule
subject_visits.csv        the visits of each subject, with the planned day and the window
deviations.csv            visits outside their window, missed, or with activities in another order than planned, and why
`
    : ''
}${
  studies.some(({ worn }) => worn) ? 'worn.csv                  what each subject wore and wears, where and when\n' : ''
}${
  activityTypes.some(({ measured }) => measured)
    ? 'measures.csv              what was measured in recordings, by method and version; epochs/ has the values over time\n'
    : ''
}running_activities.csv    activities that were started and not yet stopped; they are in no other table, and not in odm.xml
`
  for (const { name, label } of forms) yield `${name}.csv    the forms of type ${oneLine(label)}\n`
  yield `problems.csv    values that do not fit the type of their column, texts that some format cannot hold, and uploaded
                files that are missing or differ from their upload
${stored ? 'records/        the rows as stored, with which the study moves to another installation (casebook import-study)\n' : ''}${history ? 'history.csv     every change: who, when, why, before and after\n' : ''}dictionary.csv, dictionary.json    every column of every table, and what its form type asks: units, codes with their labels,
                ranges, checks, and in words when the field is asked and how its value is calculated

- An empty cell without quotes is a missing value. NA is a text like any other.
- A text that begins with = + - @ ' a tab or a carriage return has one ' in front, so that no spreadsheet runs it.
  The loaders take exactly one off. Numbers, dates and times are never changed.
- Each form type has a table, named by a table_id that never changes, also when the form type gets another name or another
  form type the same one. dictionary.csv has the form type's name, id and study beside it. Both loaders take tables=, with names of either kind.
- problems.csv and the mistakes of an import count rows alike: the heading is row 1.
${
  deleted
    ? `- subject_status says of each row whether its subject is OPEN, CLOSED or DELETED.
`
    : ''
}- created_at, created_by, changed_at and changed_by say who added and last changed the record of a row, and when.
- formtype_version is the published version of the form type by which a form was last judged.
- A column named as a form's field holds its values. Retired fields come last and are marked. A value that does not fit
  its column's type is left out there. It stands as it is stored in a column NAME.misfit, which is there only if it has values,
  and in problems.csv. An import leaves it out, and says so before.
- Times are whole seconds since 1970-01-01T00:00:00Z, and beside that ISO 8601 with the offset of the time zone.
- A date is YYYY-MM-DD; .epoch beside it is the value as stored, 12:00 UTC of the day.
- A clock time is HH:MM:SS from 00:00:00 to 24:59:59; .seconds beside it counts from midnight.
- Numbers are as they were typed.
- Where options have codes, tables have the codes, several separated by |, and the loaders, syntax/ and study.xlsx the labels.
- Rows are ordered by their ids.

FILES

A table of uploaded files, such as reference_data.csv, has the path of each in this folder, and its id. subjects.csv has the
path of the summary made when a subject was last closed, below snapshots/.
manifest.json lists the size and the SHA-256 of every entry. A file that is missing in the store is empty here. For a file
that is not the one recorded at upload, it also has the size or the SHA-256 expected, and problems.csv has a row.

OTHER FORMATS

odm.xml         CDISC ODM 1.3.2${history ? '; every value has who entered it, when, where and why' : ''}
dataset-json/   CDISC Dataset-JSON 1.1
${
  heading.parquet
    ? `*.parquet       Apache Parquet of every table but the problems, beside its CSV file: numbers are doubles, instants are in
                UTC, choices are their codes, and clock times are texts where one is 24:00 or later. The file's metadata
                "casebook" has the columns' names, labels, units and options as JSON
`
    : ''
}${
  heading.bids
    ? `bids/           the recordings of motion as Motion-BIDS, with activities as events and forms as phenotype; its README says more
`
    : ''
}${
  heading.segments
    ? `segments/       for each activity the stretch of each recording that covers it, with its label: segments.csv lists them, and
                splits.csv has the part of the data set (train, validation, test) of each subject, by the seed ${heading.segments.seed}
`
    : ''
}${
  heading.redcap
    ? `redcap/         the forms as raw data of REDCap, a row for each event and repetition of a subject; the data dictionary for them, and what
                it can't say. Visits are events by their names. A form counts as complete there
`
    : ''
}syntax/         programs that read each table into SAS (.sas), SPSS or PSPP (.sps) and Stata (.do, from version 14) with labels
                and formats, and the data that they read (.dat). There, ${lineBreakSign} stands for a line break within a text, a missing
                and an empty text are the same, blanks at the end of a text are lost, numbers are doubles, numbers nearer to
                zero than 2.2e-308 are 0, and instants are in UTC. A program names the columns whose texts it may cut;
                labels are in one line, and cut to 120 bytes in SPSS, 255 in SAS, and 80 characters in Stata
datapackage.json          the tables and their columns as a Frictionless Data Package 2.0
ro-crate-metadata.json    all files, with their SHA-256, and the columns of the tables as an RO-Crate 1.1
study.xlsx      dictionary and forms for a spreadsheet, where they are not too large for one
`
}

/** Names of files, separated by commas, in lines of at most 120 characters. */
function listed(names: readonly string[]): string {
  return names
    .map((name) => `${name}.csv`)
    .join(', ')
    .replace(/(.{1,118},) /g, '$1\n')
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ')
}
