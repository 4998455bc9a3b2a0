import { chunked } from '../chunks.ts'
import type { Tables } from '../columns/tables.ts'
import { Labels } from '../files/labels.ts'
import { BySubject } from '../files/merge.ts'
import { namedSubjects, studyFolders } from '../files/paths.ts'
import { type OpenStored, RecordingReader } from '../recordings/exported-recordings.ts'
import type { RecordingNotes } from '../recordings/recording-notes.ts'
import type { ExportRows } from '../rows.ts'
import { type BidsFile, participantOf, type StudyLabels, sessionOf } from './data-set.ts'
import { phenotypeFiles } from './phenotype.ts'
import { subjectFiles } from './subject-files.ts'
import { jsonText, tsvLine } from './tsv.ts'

const version = '1.10.0'
/** Characters of labels, so that every path in the bundle has fewer than 200. */
const mostOf = { subject: 20, session: 12, task: 16 }

/**
 * A data set of Motion-BIDS for each study: the recordings of motion, with the times that were corrected, the activities as
 * events, and the forms. `open` reads the recordings; without it, there are only the descriptions of the data sets.
 */
export async function* bidsFiles(
  rows: ExportRows,
  tables: Tables,
  notes: RecordingNotes,
  open?: OpenStored,
): AsyncGenerator<BidsFile> {
  const folders = studyFolders(rows)
  const labels = new Map<string, StudyLabels>()
  for (const study of rows.studies) {
    const folder = `bids/${folders.get(study.studyid) ?? ''}`
    const own: StudyLabels = {
      folder,
      subjects: new Labels(mostOf.subject, 'subject'),
      sessions: new Labels(mostOf.session, 'visit'),
      tasks: new Labels(mostOf.task, 'activity'),
      hasSessions: rows.visits.some(({ studyid }) => studyid === study.studyid),
    }
    labels.set(study.studyid, own)
    if (own.hasSessions) sessionOf(own, null, undefined)
    const made = (path: string, text: () => Iterable<string>): BidsFile => {
      return { path: folder + path, from: `study ${study.studyid}`, write: () => chunked(text()) }
    }
    yield made('dataset_description.json', () => [
      jsonText({
        Name: study.name.trim() || study.studyid,
        BIDSVersion: version,
        DatasetType: 'raw',
        GeneratedBy: [{ Name: 'Casebook', Version: rows.heading.release }],
      }),
    ])
    yield made('README', () => [readme])
    yield made('participants.json', () => [jsonText(participantColumns)])
  }
  yield* participantFiles(rows, labels)
  if (open) yield* recordingFiles(rows, labels, notes, open)
  yield* phenotypeFiles(tables, labels)
}

const readme = `Recordings of motion as Motion-BIDS, made by Casebook.

Each activity type is a task, each visit of the schedule a session, and of several activities of a type each is a run.
Recordings that belong to no visit are in the session "none". participants.tsv has the ids of the tables of the export.

A motion file has a row for each sample. Its first column is the time of the sample in seconds since the start of the
recording: where samples are missing there are no rows, so take the times from it. When a recording began, corrected by
what is known of its clock, is acq_time in scans.tsv, in UTC; n/a if the zone of its clock is unknown. Onsets of events
count from the earliest recording of their task, and start_time is the same in UTC.

Cells of TSV files do not hold tabs, line breaks and other control characters, which are a blank each time, nor
blanks at the ends of a text, which are left out. A missing or empty value is n/a. The tables of the export have them all.
What is not in this data set, such as recordings without motion, is listed in problems.csv of the export.
`

const participantColumns = {
  participant_id: { Description: 'The subject in this data set' },
  subjectid: { Description: 'The subject in the tables of the export' },
  identifier: { Description: "The subject's identifier" },
  status: { Description: 'The status of the subject', Levels: { OPEN: 'Open', CLOSED: 'Closed', DELETED: 'Deleted' } },
}

async function* participantFiles(rows: ExportRows, labels: ReadonlyMap<string, StudyLabels>) {
  // Also gives each subject its label.
  for await (const subject of rows.subjects()) {
    const own = labels.get(subject.studyid)
    if (own) participantOf(own, subject)
  }
  for (const [studyid, own] of labels) {
    const lines = async function* () {
      yield tsvLine(Object.keys(participantColumns))
      for await (const subject of rows.subjects()) {
        if (subject.studyid !== studyid) continue
        const { subjectid, identifier, status } = subject
        yield tsvLine([participantOf(own, subject), subjectid, identifier, status])
      }
    }
    yield { path: `${own.folder}participants.tsv`, from: 'subjects', write: () => chunked(lines()) }
  }
}

async function* recordingFiles(
  rows: ExportRows,
  labels: ReadonlyMap<string, StudyLabels>,
  notes: RecordingNotes,
  open: OpenStored,
): AsyncGenerator<BidsFile> {
  const reader = new RecordingReader(rows, open)
  const streams = {
    files: new BySubject(rows.referenceData()),
    activities: new BySubject(rows.activities()),
    worn: new BySubject(rows.worn()),
    attached: new BySubject(rows.subjectDevices()),
  }
  try {
    for await (const { subject } of namedSubjects(rows)) {
      const own = labels.get(subject.studyid)
      const files = (await streams.files.of(subject)).filter(({ status }) => status === 'UPLOADED')
      const activities = await streams.activities.of(subject)
      const worn = await streams.worn.of(subject)
      const attached = await streams.attached.of(subject)
      if (!own) continue
      const wearing = { worn, attached, devices: rows.devices }
      yield* subjectFiles({ rows, labels: own, subject, files, activities, wearing, reader, notes })
    }
  } finally {
    for (const stream of Object.values(streams)) await stream.close()
  }
}
