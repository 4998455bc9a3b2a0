import { readStored, writeStored } from '../../browser/preferences.ts'

type SubjectList = { studyid: string; subjectids: readonly string[] }
export type Neighbours = { previous: string | undefined; next: string | undefined; place: number; all: number }

const key = 'casebook.subjects'
let shown: SubjectList | undefined

/** The list of subjects as shown: sorted and filtered. */
export function rememberSubjectList(studyid: string, subjectids: readonly string[]): void {
  shown = { studyid, subjectids }
}

/** The list that this browser tab showed last, if it belongs to this study. Stored so that it survives a reload. */
export function rememberedSubjectList(studyid: string): readonly string[] {
  if (shown) writeStored(() => sessionStorage, key, JSON.stringify(shown))
  else shown = parse(readStored(() => sessionStorage, key))
  return shown?.studyid === studyid ? shown.subjectids : []
}

function parse(stored: string | null): SubjectList | undefined {
  if (stored === null) return undefined
  const { studyid, subjectids }: { studyid?: unknown; subjectids?: unknown } = JSON.parse(stored)
  if (typeof studyid !== 'string' || !Array.isArray(subjectids)) return undefined
  return { studyid, subjectids: subjectids.filter((id) => typeof id === 'string') }
}

/** The subjects before and after this one. Undefined if it is not in the list. */
export function neighboursIn(subjectids: readonly string[], subjectid: string): Neighbours | undefined {
  const index = subjectids.indexOf(subjectid)
  if (index < 0) return undefined
  return {
    previous: subjectids[index - 1],
    next: subjectids[index + 1],
    place: index + 1,
    all: subjectids.length,
  }
}
