import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../app/preferences.ts'

const key = 'casebook.studyid'

/** The study that was last opened in this browser session: the list highlights it, for whoever comes back from it. */
export function useOpenedStudyid(): string | undefined {
  const [studyid] = useState(() => readStored(() => sessionStorage, key) ?? undefined)
  return studyid
}

export function useRememberOpened(studyid: string): void {
  useEffect(() => writeStored(() => sessionStorage, key, studyid), [studyid])
}
