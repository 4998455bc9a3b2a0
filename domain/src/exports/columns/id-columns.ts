import { subjectStatuses } from '../../subjects/subjects.rules.ts'
import type { ExportHeading } from '../rows.ts'
import { type Column, column } from './column.ts'

const labels = {
  siteid: 'Site',
  studyid: 'Study',
  subjectid: 'Subject',
}

/** The ids at the beginning of every row, as its key, with the subject's identifier after a subjectid. */
export function idColumns(names: readonly (keyof typeof labels)[]): Column[] {
  return names.flatMap((name) => {
    const id = column({ name, label: labels[name], required: true, key: true })
    return name === 'subjectid' ? [id, column({ name: 'identifier', label: "The subject's identifier" })] : [id]
  })
}

/** The ids at the beginning of every row of a subject, and the subject's status if deleted subjects are included. */
export function subjectIdColumns({ deleted }: Pick<ExportHeading, 'deleted'>): Column[] {
  return [...idColumns(['siteid', 'studyid', 'subjectid']), ...(deleted ? [subjectStatusColumn()] : [])]
}

export function subjectStatusColumn(): Column {
  return column({ name: 'subject_status', label: 'Status of the subject', type: 'choice', options: subjectStatuses })
}

type RowOfSubject = {
  siteid: string
  studyid: string
  subjectid: string
  identifier: string | null
  subject_status?: string | null
}

/** The cells of `subjectIdColumns`. */
export function subjectIdCells(row: RowOfSubject, { deleted }: Pick<ExportHeading, 'deleted'>): (string | null)[] {
  const { siteid, studyid, subjectid, identifier, subject_status = null } = row
  return [siteid, studyid, subjectid, identifier, ...(deleted ? [subject_status] : [])]
}

export function versionColumn(what: string): Column {
  return column({ name: 'version', label: `Version of the ${what}`, type: 'integer', required: true })
}
