import { subjectName } from '../../subjects/subjects.rules.ts'
import type { ExportRows, ReferenceDataRow, StudyDocumentRow, SubjectRow } from '../rows.ts'
import { UniqueNames } from '../unique-names.ts'
import { BySubject } from './merge.ts'
import { numberedName, safeName } from './safe-name.ts'

/**
 * Windows refuses paths of 260 characters, of which the folder of the bundle needs some. A path in the bundle has fewer
 * than 200 UTF-16 code units: these for the folders, and what is left for the name of the file.
 */
const mostOfPath = 199
const mostOfStudy = 30
const mostOfSubject = 50
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

/** The documents' files with their paths below `documents/`: the title, and the number before the original file name. */
export function* namedDocuments(rows: ExportRows): Generator<{ row: StudyDocumentRow; path: string | null }> {
  const studies = studyFolders(rows)
  const folders = new Map<string, string>()
  const names = new UniqueNames()
  for (const row of rows.studyDocuments) {
    const study = `documents/${studies.get(row.studyid) ?? ''}`
    const folder = folders.get(row.documentid) ?? study + claim(names, row.title, mostOfSubject)
    folders.set(row.documentid, folder)
    const below = `${folder}/`
    const name = safeName(`${row.number} ${row.filename}`, mostOfPath - below.length)
    yield { row, path: row.status === 'UPLOADED' ? below + name : null }
  }
}

/** Every uploaded file in the bundle, with the table that lists it and its place there, from 1. */
export async function* exportedFiles(rows: ExportRows): AsyncGenerator<ExportedFile> {
  let place = 0
  for await (const { row, path } of namedFiles(rows)) {
    place += 1
    yield { table: 'reference_data', place, row, id: row.referencedataid, path }
  }
  place = 0
  for (const { row, path } of namedDocuments(rows)) {
    place += 1
    yield {
      table: 'study_documents',
      place,
      row: { ...row, subjectid: null, identifier: null },
      id: row.documentid,
      path,
    }
  }
}

type StoredRow = {
  siteid: string
  studyid: string
  subjectid: string | null
  identifier: string | null
  persistedObjectName: string
  size: number | null
  sha256: string | null
}

export type ExportedFile = { table: string; place: number; row: StoredRow; id: string; path: string | null }

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
    const isThere = row.status === 'UPLOADED'
    yield { row, path: isThere ? below + claim(activity.names, row.filename, mostOfPath - below.length) : null }
  }
}

/** With its number, from the second on. */
function nameOfActivity({ activitytype, occurrence = 1 }: ReferenceDataRow): string {
  return occurrence > 1 ? numberedName(activitytype, occurrence, mostOfActivity) : activitytype
}

function studyFolders({ studies }: ExportRows): Map<string, string> {
  if (studies.length < 2) return new Map()
  const names = new UniqueNames()
  return new Map(studies.map(({ studyid, name }) => [studyid, `${claim(names, name, mostOfStudy)}/`]))
}

function claim(names: UniqueNames, text: string, most?: number): string {
  const name = safeName(text, most)
  return names.claim(name, (count) => numberedName(name, count, most))
}
