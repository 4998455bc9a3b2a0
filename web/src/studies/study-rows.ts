import type { StudiesQuery } from '../generated/graphql.ts'

export type StudyRow = StudiesQuery['listStudies'][number]

const names = new Intl.Collator('nb', { numeric: true, sensitivity: 'base' })

/** By name, then by id, so that equal names have a stable order. */
export function compareStudyRows(one: StudyRow, other: StudyRow): number {
  return names.compare(one.name, other.name) || (one.studyid < other.studyid ? -1 : 1)
}

export function studyText(study: StudyRow): string {
  return `${study.name} ${study.status}`
}
