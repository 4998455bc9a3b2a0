import { paths } from '../../browser/paths.ts'

/** The recordings of a subject on one time axis. Beside the other paths, it would be in the first load. */
export function togetherPath(studyid: string, subjectid: string, referencedataids: readonly string[]): string {
  return `${paths.subject(studyid, subjectid)}/recordings?files=${referencedataids.join()}`
}
