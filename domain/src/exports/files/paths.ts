import { subjectName } from '../../subjects/subjects.rules.ts'
import type { StoredFile } from '../occurrences.ts'
import type { ExportRows, ReferenceDataRow, SubjectRow } from '../rows.ts'
import { UniqueNames } from '../unique-names.ts'
import { BySubject } from './merge.ts'
import { numberedName, safeName } from './safe-name.ts'

/**
 * Windows refuses paths of 260 characters, of which the folder of the bundle needs some. A path in the bundle has fewer
 * than 200 UTF-16 code units: these for the folders, and what is left for the name of the file.
 */
export const mostOfPath = 199
const mostOfStudy = 30
export const mostOfSubject = 50
const mostOfActivity = 40

/** A subject with its folder name: its identifier, below the study's name if the export has several studies. */
export type NamedSubject = { subject: SubjectRow; folder: string }

export async function* namedSubjects(rows: ExportRows): AsyncGenerator<NamedSubject> {
  const studies = studyFolders(rows)
  let studyid: string | undefined
  let names = new UniqueNames()
  for await (const subject of rows.subjects()) {
    if (subject.studyid !== studyid) names = new UniqueNames()
    studyid = subject.studyid
    const name = claim(names, subjectName(subject), mostOfSubject)
    yield { subject, folder: `${studies.get(subject.studyid) ?? ''}${name}` }
  }
}

export function snapshotPath(folder: string): string {
  return `snapshots/${folder}.json`
}

/** The uploaded files with their paths below `files/`: subject, activity, and the original file name. */
export async function* namedFiles(rows: ExportRows): AsyncGenerator<{ row: ReferenceDataRow; path: string | null }> {
  const files = new BySubject(rows.referenceData())
  try {
    for await (const { subject, folder } of namedSubjects(rows)) {
      yield* pathsOf(await files.of(subject), folder)
    }
  } finally {
    await files.close()
  }
}

/** What is known of an uploaded file. */
type StoredRow = {
  stored?: StoredFile | null
  siteid: string
  studyid: string
  subjectid: string | null
  identifier: string | null
  persistedObjectName: string
  size: number | null
  sha256: string | null
}

/** A row with an uploaded file, the id of its record, and where the file is in the bundle. */
export type NamedFile = { row: StoredRow; id: string; path: string | null }

function* pathsOf(files: readonly ReferenceDataRow[], folder: string) {
  const activityNames = new UniqueNames()
  const activities = new Map<string, { name: string; names: UniqueNames }>()
  for (const row of files) {
    const key = JSON.stringify([row.activitytypeid, row.visitid ?? '', row.occurrence ?? 1])
    const activity = activities.get(key) ?? {
      name: claim(activityNames, nameOfActivity(row), mostOfActivity),
      names: new UniqueNames(),
    }
    activities.set(key, activity)
    const below = `files/${folder}/${activity.name}/`
    const isThere = row.status === 'UPLOADED' && row.stored !== null
    yield { row, path: isThere ? below + claim(activity.names, row.filename, mostOfPath - below.length) : null }
  }
}

/** With its number, from the second on. */
function nameOfActivity({ activitytype, occurrence = 1 }: ReferenceDataRow): string {
  return occurrence > 1 ? numberedName(activitytype, occurrence, mostOfActivity) : activitytype
}

/** The folder of each study, with a slash at its end, if the export has several studies. */
export function studyFolders({ studies }: ExportRows): Map<string, string> {
  if (studies.length < 2) return new Map()
  const names = new UniqueNames()
  return new Map(studies.map(({ studyid, name }) => [studyid, `${claim(names, name, mostOfStudy)}/`]))
}

/** A safe name for the text that no other has. */
export function claim(names: UniqueNames, text: string, most?: number): string {
  const name = safeName(text, most)
  return names.claim(name, (count) => numberedName(name, count, most))
}
