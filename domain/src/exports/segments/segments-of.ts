import { Labels } from '../files/labels.ts'
import { BySubject } from '../files/merge.ts'
import { studyFolders } from '../files/paths.ts'
import type { ExportedRecording, NoRecording, RecordingReader } from '../recordings/exported-recordings.ts'
import type { RecordingNotes } from '../recordings/recording-notes.ts'
import type { ActivityRow, ExportRows, ReferenceDataRow } from '../rows.ts'
import { type Split, splitOf } from './split.ts'

/** The stretch of a recording that was recorded during an activity. */
export type Segment = {
  /** In the bundle, without the ending. */
  path: string
  split: Split
  activity: ActivityRow
  recorded: ExportedRecording & { from: number }
  /** The subject's uploaded files, which a recording may consist of. */
  files: readonly ReferenceDataRow[]
}

/** Characters of names, so that every path in the bundle has fewer than 200. */
const mostOf = { subject: 40, segment: 60 }

/** Each activity with each recording of its subject that covers some of it, subject by subject. */
export async function* segmentsOf(
  rows: ExportRows,
  reader: RecordingReader,
  seed: number,
  notes?: RecordingNotes,
): AsyncGenerator<Segment> {
  const folders = studyFolders(rows)
  const subjects = new Labels(mostOf.subject, 'subject')
  const streams = {
    files: new BySubject(rows.referenceData()),
    activities: new BySubject(rows.activities()),
    worn: new BySubject(rows.worn()),
    attached: new BySubject(rows.subjectDevices()),
  }
  try {
    for await (const subject of rows.subjects()) {
      const files = (await streams.files.of(subject)).filter(({ status }) => status === 'UPLOADED')
      const activities = await streams.activities.of(subject)
      const worn = await streams.worn.of(subject)
      const attached = await streams.attached.of(subject)
      const name = subjects.of(subject.subjectid, subject.identifier || subject.subjectid)
      const folder = `segments/${folders.get(subject.studyid) ?? ''}${name}/`
      const wearing = { worn, attached, devices: rows.devices }
      const names = new Labels(mostOf.segment, 'segment')
      for (const row of files) {
        const recorded = await reader.describe(row, files, wearing)
        const found = coveredBy(recorded, activities)
        if (typeof found === 'string') {
          notes?.add(row.referencedataid, `It is not in segments: ${found}.`)
          continue
        }
        for (const { activity, recorded: timed } of found) {
          const { activitytypeid, visitid = null, occurrence = 1 } = activity
          const key = JSON.stringify([row.referencedataid, activitytypeid, visitid, occurrence])
          const number = occurrence > 1 ? ` ${occurrence}` : ''
          const text = `${activity.description.slice(0, 30)}${number} ${timed.worn?.place ?? timed.format}`
          const split = splitOf(subject.subjectid, seed)
          yield { path: folder + names.of(key, text), split, activity, recorded: timed, files }
        }
      }
    }
  } finally {
    for (const stream of Object.values(streams)) await stream.close()
  }
}

type Covered = Pick<Segment, 'activity' | 'recorded'>

/** The activities that a recording covers some of, or why it has none. Its own is one if nobody knows when it ends. */
function coveredBy(recorded: ExportedRecording | NoRecording, activities: readonly ActivityRow[]): Covered[] | string {
  if ('why' in recorded) return recorded.why
  const { from, to, row, channels } = recorded
  if (channels.length === 0) return 'what its channels contain is unknown'
  if (from === null) return 'when it was recorded is unknown'
  const found = activities.filter((activity) => {
    if (activity.stopTime <= from || (to !== null && activity.startTime >= to)) return false
    return to !== null || isOwn(activity, row)
  })
  if (found.length === 0) return 'it covers no activity of its subject'
  return found.map((activity) => ({ activity, recorded: { ...recorded, from } }))
}

function isOwn(activity: ActivityRow, file: ReferenceDataRow): boolean {
  return (
    activity.activitytypeid === file.activitytypeid &&
    (activity.visitid ?? null) === (file.visitid ?? null) &&
    (activity.occurrence ?? 1) === (file.occurrence ?? 1)
  )
}
