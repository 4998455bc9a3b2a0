import { chunked } from '../chunks.ts'
import { Labels } from '../files/labels.ts'
import type { ExportedRecording, RecordingReader } from '../recordings/exported-recordings.ts'
import type { RecordingNotes } from '../recordings/recording-notes.ts'
import type { Wearing } from '../recordings/worn-device.ts'
import type { ActivityRow, ExportRows, ReferenceDataRow, SubjectRow } from '../rows.ts'
import { type BidsFile, participantOf, type StudyLabels, sessionOf } from './data-set.ts'
import { channelsTsv, type MotionFile, motionFiles, motionJson, motionTsv } from './motion-file.ts'
import { jsonText, tsvLine } from './tsv.ts'

type OfSubject = {
  rows: ExportRows
  labels: StudyLabels
  subject: SubjectRow
  /** The subject's uploaded files. */
  files: readonly ReferenceDataRow[]
  activities: readonly ActivityRow[]
  wearing: Wearing
  reader: RecordingReader
  notes: RecordingNotes
}

const mostOfTracksys = 14

/** The files of an activity, which may be recorded before the activity is. */
type Run = { session: string | null; task: string; files: ReferenceDataRow[]; first: ReferenceDataRow; number: string }

type Scan = { path: string; file: MotionFile }

/** The recordings of a subject with what describes them, activity by activity, and the list of each session. */
export async function* subjectFiles(of: OfSubject): AsyncGenerator<BidsFile> {
  const scans = new Map<string | null, Scan[]>()
  for (const run of runsOf(of)) {
    const written: Scan[] = []
    for await (const { scan, files } of motionFilesOf(of, run)) {
      written.push(scan)
      yield* files
    }
    yield* eventFiles(of, run, written)
    if (written.length > 0) scans.set(run.session, [...(scans.get(run.session) ?? []), ...written])
  }
  // A subject without recordings has a folder, too, or the data set would not be valid.
  if (scans.size === 0 && !of.labels.hasSessions) yield* scanFiles(of, null, [])
  for (const [session, listed] of scans) yield* scanFiles(of, session, listed)
  if (of.labels.hasSessions) yield* sessionFiles(of, [...scans.keys()])
}

function runsOf({ rows, labels, files }: OfSubject): Run[] {
  const runs = new Map<string, Run>()
  for (const file of files) {
    const { activitytypeid, activitytype, visitid = null, occurrence = 1 } = file
    const key = JSON.stringify([activitytypeid, visitid, occurrence])
    const type = rows.activityTypes.find((each) => each.activitytypeid === activitytypeid)
    const run = runs.get(key) ?? {
      session: labels.hasSessions ? sessionOf(labels, visitid, nameOfVisit(rows, visitid)) : null,
      task: labels.tasks.of(activitytypeid, activitytype),
      files: [],
      first: file,
      number: type?.repeats || occurrence > 1 ? `_run-${occurrence}` : '',
    }
    run.files.push(file)
    runs.set(key, run)
  }
  return [...runs.values()]
}

const nameOfVisit = ({ visits }: ExportRows, visitid: string | null) =>
  visits.find((visit) => visit.visitid === visitid)?.name

/** The folder of a session, and the beginning of the names in it. */
function placeOf({ labels, subject }: OfSubject, session: string | null) {
  const participant = participantOf(labels, subject)
  const folder = `${labels.folder}${participant}/${session === null ? '' : `${session}/`}`
  return { folder, begin: session === null ? participant : `${participant}_${session}` }
}

async function* motionFilesOf(of: OfSubject, run: Run): AsyncGenerator<{ scan: Scan; files: BidsFile[] }> {
  const { reader, notes, wearing } = of
  const systems = new Labels(mostOfTracksys, 'recording')
  const { folder, begin } = placeOf(of, run.session)
  for (const row of run.files) {
    const recorded = await reader.describe(row, of.files, wearing)
    if ('why' in recorded) {
      notes.add(row.referencedataid, `It is not in bids: ${recorded.why}.`)
      continue
    }
    const { files, others } = motionFiles(recorded)
    noteLeftOut(notes, recorded, files, others.length)
    for (const file of files) {
      const name = recorded.worn?.place ?? recorded.format
      const text = files.length > 1 ? `${name.slice(0, mostOfTracksys - 5)}${file.rate}Hz` : name
      const system = systems.of(JSON.stringify([row.referencedataid, file.rate]), text)
      const path = `motion/${begin}_task-${run.task}_tracksys-${system}${run.number}`
      const scan = { path: `${path}_motion.tsv`, file }
      notes.madeFrom(row.referencedataid, folder + scan.path)
      yield { scan, files: filesOf(of, scan, folder) }
    }
  }
}

/** The samples, and what describes them. */
function filesOf({ reader, files }: OfSubject, { path, file }: Scan, folder: string): BidsFile[] {
  const { row } = file.recorded
  const from = `reference_data ${row.referencedataid}`
  let fault: string | undefined
  const samples = async function* () {
    fault = undefined
    const recording = await reader.recording(row, files)
    if (!recording) fault = `${folder}${path} is empty: the file is missing in the store.`
    else {
      yield* motionTsv(file, recording, (why) => {
        fault = `${folder}${path} is cut off: ${why}.`
      })
    }
  }
  const beside = (end: string, text: () => string): BidsFile => {
    return { path: folder + path.replace(/motion\.tsv$/, end), from, write: () => chunked([text()]) }
  }
  return [
    { path: folder + path, from, write: samples, fault: () => fault },
    beside('channels.tsv', () => channelsTsv(file)),
    beside('motion.json', () => motionJson(file, row.activitytype)),
  ]
}

function noteLeftOut(notes: RecordingNotes, recorded: ExportedRecording, files: readonly MotionFile[], others: number) {
  const { referencedataid } = recorded.row
  if (files.length === 0)
    notes.add(referencedataid, 'It is not in bids: it has no channel of motion with a sampling rate.')
  else if (others + recorded.leftOut > 0)
    notes.add(
      referencedataid,
      `${others + recorded.leftOut} of its channels are not in bids: they have another sampling rate than motion, or none, or may identify people.`,
    )
}

const eventColumns = {
  onset: { Description: 'When it began, from the beginning of the earliest recording of the task', Units: 's' },
  duration: { Description: 'How long it took', Units: 's' },
  trial_type: { Description: 'The type of the activity' },
  activitytypeid: { Description: 'The type of the activity in the tables of the export' },
  visitid: { Description: 'The visit that it belongs to' },
  occurrence: { Description: 'Which one of its subject, type and visit, from 1' },
  start_time: { Description: 'When it began, in UTC' },
}

/** The activity of the run, and every other activity of the subject while it was recorded. */
function* eventFiles(of: OfSubject, run: Run, scans: readonly Scan[]): Generator<BidsFile> {
  const spans = scans.flatMap(({ file: { recorded } }) => (recorded.from === null ? [] : [recorded]))
  if (spans.length === 0) return
  const begin = Math.min(...spans.map(({ from }) => from ?? Number.POSITIVE_INFINITY))
  const end = Math.max(...spans.map(({ from, to }) => to ?? from ?? begin))
  const events = of.activities
    .filter((each) => isOf(each, run.first) || (each.startTime < end && each.stopTime > begin))
    .sort((a, b) => a.startTime - b.startTime)
  const { folder, begin: name } = placeOf(of, run.session)
  const path = `${folder}motion/${name}_task-${run.task}${run.number}_events`
  const lines = function* () {
    yield tsvLine(Object.keys(eventColumns))
    for (const event of events) {
      const { startTime, stopTime, description, activitytypeid, visitid = null, occurrence = 1 } = event
      const onset = String(Math.round((startTime - begin) * 1e6) / 1e6)
      const which = [activitytypeid, visitid, String(occurrence)]
      yield tsvLine([onset, String(stopTime - startTime), description, ...which, isoTime(startTime)])
    }
  }
  yield { path: `${path}.tsv`, from: 'activities', write: () => chunked(lines()) }
  yield { path: `${path}.json`, from: 'activities', write: () => chunked([jsonText(eventColumns)]) }
}

function isOf(activity: ActivityRow, file: ReferenceDataRow): boolean {
  return (
    activity.activitytypeid === file.activitytypeid &&
    (activity.visitid ?? null) === (file.visitid ?? null) &&
    (activity.occurrence ?? 1) === (file.occurrence ?? 1)
  )
}

const scanColumns = {
  filename: { Description: 'The recording' },
  acq_time: { Description: 'When it began, corrected by what is known of its clock, in UTC' },
  referencedataid: { Description: 'The uploaded file in the tables of the export' },
  deviceid: { Description: 'The device in the tables of the export' },
  placement: { Description: 'Where on the body it was worn' },
  faults: { Description: 'What was found wrong with the file, and how often; n/a if nothing is known' },
  clock_correction: { Description: 'What was added to the times of the file; it is in acq_time already', Units: 's' },
}

function* scanFiles(of: OfSubject, session: string | null, scans: readonly Scan[]): Generator<BidsFile> {
  const { folder, begin } = placeOf(of, session)
  const lines = function* () {
    yield tsvLine(Object.keys(scanColumns))
    for (const { path, file } of scans) {
      const { from, row, worn } = file.recorded
      const faults = file.recorded.surveyed?.faults.map(({ what, count }) => `${what} ${count}`).join(', ') ?? null
      const about = [row.referencedataid, worn?.deviceid ?? null, worn?.place ?? null, faults]
      yield tsvLine([path, from === null ? null : isoTime(from), ...about, String(row.clock_correction ?? 0)])
    }
  }
  yield { path: `${folder}${begin}_scans.tsv`, from: 'reference_data', write: () => chunked(lines()) }
  yield { path: `${folder}${begin}_scans.json`, from: 'reference_data', write: () => chunked([jsonText(scanColumns)]) }
}

const sessionColumns = {
  session_id: { Description: 'The session' },
  visitid: { Description: 'The visit in the tables of the export' },
  visit: { Description: 'The name of the visit' },
}

function* sessionFiles(
  { rows, labels, subject }: OfSubject,
  sessions: readonly (string | null)[],
): Generator<BidsFile> {
  const participant = participantOf(labels, subject)
  const path = `${labels.folder}${participant}/${participant}_sessions`
  const visits = rows.visits.filter(({ studyid }) => studyid === subject.studyid)
  const lines = function* () {
    yield tsvLine(Object.keys(sessionColumns))
    for (const session of sessions) {
      const visit = visits.find(({ visitid, name }) => sessionOf(labels, visitid, name) === session)
      yield tsvLine([session, visit?.visitid ?? null, visit?.name ?? null])
    }
  }
  yield { path: `${path}.tsv`, from: 'visits', write: () => chunked(lines()) }
  yield { path: `${path}.json`, from: 'visits', write: () => chunked([jsonText(sessionColumns)]) }
}

/** As BIDS writes it: with microseconds, and Z. */
function isoTime(seconds: number): string {
  const micros = Math.round(seconds * 1e6)
  const whole = Math.floor(micros / 1e6)
  const rest = String(micros - whole * 1e6).padStart(6, '0')
  return `${new Date(whole * 1000).toISOString().slice(0, -5)}.${rest}Z`
}
