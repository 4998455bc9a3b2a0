import { paths } from '../../browser/paths.ts'

let left: { studyid: string; search: string } | undefined

/** Remembers how a study's list is filtered and sorted, for returning from a subject. */
export function rememberView(studyid: string, search: string): void {
  left = { studyid, search }
}

/** The link to a study's list of subjects as it was left. */
export function subjectsAsLeft(studyid: string): string {
  return paths.subjects(studyid) + (left?.studyid === studyid ? left.search : '')
}
