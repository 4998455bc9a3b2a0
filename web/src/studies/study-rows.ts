import type { StudiesQuery } from '../generated/graphql.ts'

export type StudyRow = StudiesQuery['listStudies'][number]

export function studyText(study: StudyRow): string {
  return `${study.name} ${study.status}`
}
