import { useState } from 'react'
import { readStored, writeStored } from '../../browser/preferences.ts'

const key = 'casebook.question-mark'

/** Whether `?` alone opens the list of keys. People who use speech input can turn it off (WCAG 2.1.4). */
export function isQuestionMarkUsed(): boolean {
  return readStored(() => localStorage, key) !== 'no'
}

export function useQuestionMark() {
  const [isOn, setIsOn] = useState(isQuestionMarkUsed)
  function choose(next: boolean) {
    writeStored(() => localStorage, key, next ? null : 'no')
    setIsOn(next)
  }
  return { isOn, choose }
}
