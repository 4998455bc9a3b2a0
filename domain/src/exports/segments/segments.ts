import { chunked } from '../chunks.ts'
import { column, recordTable } from '../columns/column.ts'
import { csvOf } from '../csv/write-csv.ts'
import { type OpenStored, RecordingReader } from '../recordings/exported-recordings.ts'
import type { RecordingNotes } from '../recordings/recording-notes.ts'
import type { ExportRows } from '../rows.ts'
import { segmentCsv, segmentParquet, segmentSamples } from './segment-rows.ts'
import { type Segment, segmentsOf } from './segments-of.ts'
import { splitOf } from './split.ts'

/** A file below segments/. `texts`: what it says, if its bytes are compressed. `fault`: what was wrong, once it is written. */
export type SegmentFile = {
  path: string
  from: string
  write(): AsyncIterable<string | Uint8Array>
  texts?(): AsyncIterable<string>
  fault?(): string | undefined
}

/**
 * A labelled data set: for each activity the stretch of each recording that covers it, the list of them, and in which part
 * of the data set each subject is. `seed` decides the parts.
 */
export async function* segmentFiles(
  rows: ExportRows,
  seed: number,
  notes: RecordingNotes,
  open?: OpenStored,
): AsyncGenerator<SegmentFile> {
  const ending = rows.heading.parquet ? '.parquet' : '.csv'
  yield { path: 'segments/splits.csv', from: 'subjects', write: () => csvOf(splitsTable(rows, seed)) }
  yield {
    path: 'segments/segments.csv',
    from: 'activities',
    write: () => csvOf(segmentsTable(rows, seed, ending, open)),
  }
  if (!open) return
  const reader = new RecordingReader(rows, open)
  for await (const segment of segmentsOf(rows, reader, seed, notes)) {
    const { row } = segment.recorded
    const path = segment.path + ending
    notes.madeFrom(row.referencedataid, path)
    let fault: string | undefined
    const samples = async function* () {
      fault = undefined
      const recording = await reader.recording(row, segment.files)
      if (recording) {
        yield* segmentSamples(segment, recording, (why) => {
          fault = `${path} is cut off: ${why}.`
        })
      } else fault = `${path} is empty: the file is missing in the store.`
    }
    const text = () => chunked(segmentCsv(segment, samples()))
    const made = { path, from: `reference_data ${row.referencedataid}`, fault: () => fault }
    if (ending === '.csv') yield { ...made, write: text }
    else yield { ...made, write: () => segmentParquet(segment, samples()), texts: text }
  }
}

function splitsTable(rows: ExportRows, seed: number) {
  const columns = [
    column({ name: 'siteid', label: 'Site', required: true }),
    column({ name: 'studyid', label: 'Study', required: true }),
    column({ name: 'subjectid', label: 'Subject', required: true }),
    column({ name: 'identifier', label: "The subject's identifier" }),
    column({ name: 'split', label: 'Part of the data set', required: true }),
    column({ name: 'seed', label: 'What decided it', type: 'integer', required: true }),
  ]
  return recordTable('splits', 'Parts of the data set', columns, async function* () {
    for await (const { siteid, studyid, subjectid, identifier } of rows.subjects())
      yield [siteid, studyid, subjectid, identifier, splitOf(subjectid, seed), seed]
  })
}

/** A row for each segment. Reads again what the recordings are, so that a long list is never in memory. */
function segmentsTable(rows: ExportRows, seed: number, ending: string, open?: OpenStored) {
  const number = (name: string, label: string, unit = 's') => column({ name, label, type: 'number', unit })
  const columns = [
    column({ name: 'path', label: 'The segment in this bundle', required: true }),
    column({ name: 'studyid', label: 'Study', required: true }),
    column({ name: 'subjectid', label: 'Subject', required: true }),
    column({ name: 'split', label: 'Part of the data set', required: true }),
    column({ name: 'label', label: 'Description of the activity type', required: true }),
    column({ name: 'activitytypeid', label: 'Activity type', required: true }),
    column({ name: 'visitid', label: 'Visit; empty if the activity belongs to none' }),
    column({ name: 'occurrence', label: 'Which one of its subject, type and visit, from 1', type: 'integer' }),
    column({ name: 'startTime', label: 'Start of the activity, since 1970', type: 'integer', unit: 's' }),
    column({ name: 'stopTime', label: 'Stop of the activity, since 1970', type: 'integer', unit: 's' }),
    column({ name: 'referencedataid', label: 'The recording', required: true }),
    column({ name: 'deviceid', label: 'Device that the subject wore' }),
    column({ name: 'placement', label: 'Where on the body' }),
    number('recorded_from', 'Start of the recording, corrected, since 1970'),
    number('recorded_to', 'End of the recording, corrected, since 1970; empty if unknown'),
    number('covered', 'How much of the activity is between them; empty if unknown'),
  ]
  return recordTable('segments', 'Segments', columns, async function* () {
    if (!open) return
    for await (const segment of segmentsOf(rows, new RecordingReader(rows, open), seed)) yield cellsOf(segment, ending)
  })
}

function cellsOf({ path, split, activity, recorded }: Segment, ending: string) {
  const {
    studyid,
    subjectid,
    description,
    activitytypeid,
    visitid = null,
    occurrence = 1,
    startTime,
    stopTime,
  } = activity
  const { row, worn, from, to } = recorded
  const covered = to === null ? null : Math.min(to, stopTime) - Math.max(from, startTime)
  const which = [description, activitytypeid, visitid, occurrence, startTime, stopTime]
  const made = [row.referencedataid, worn?.deviceid ?? null, worn?.place ?? null, from, to, covered]
  return [path + ending, studyid, subjectid, split, ...which, ...made]
}
