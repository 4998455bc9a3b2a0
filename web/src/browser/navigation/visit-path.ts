import { visitKey } from '@casebook/domain/visits/places/places.ts'
import { paths } from '../paths.ts'

/** What is said of a visit without a number means the one that needs to be looked at first. */
type Visit = { subjectid: string; visitid: string; occurrence?: number }

/** The address of a visit of a subject. Apart from `paths`, because only screens that show visits load it. */
export function visitPath(studyid: string, { subjectid, visitid, occurrence }: Visit): string {
  return `${paths.subject(studyid, subjectid)}/visits/${occurrence === undefined ? visitid : visitKey({ visitid, occurrence })}`
}
