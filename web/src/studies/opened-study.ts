import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../browser/preferences.ts'

const key = 'casebook.studyid'

/** The study last opened in this browser session, which the list highlights. */
export function useOpenedStudyid(): string | undefined {
  const [studyid] = useState(() => readStored(() => sessionStorage, key) ?? undefined)
  return studyid
}

export function useRememberOpened(studyid: string): void {
  useEffect(() => writeStored(() => sessionStorage, key, studyid), [studyid])
}
