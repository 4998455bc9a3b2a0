import { useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { readStored, writeStored } from '../app/preferences.ts'
import { useUser } from '../app/session.tsx'

const prefix = 'casebook.draft.'

export type Draft<Value> = {
  /** What is in the form now: the draft, or what is saved. */
  value: Value
  set: (next: Value) => void
  /** Whether the form holds anything that is not saved. */
  isChanged: boolean
  /** The form began with a draft of an earlier visit. */
  isRestored: boolean
  /** Forgets the draft at once, so that an UnsavedGuard lets pass what follows. From event handlers only. */
  discard: () => void
}

/**
 * The content of a form, kept in session storage while it differs from what is saved, so that a reload, a sign-in or a
 * crash loses nothing. `record` names the form and the record ('form/SUBJECTID/FORMTYPEID', 'new-study/SITEID'); the
 * person is part of the key, so that nobody finds another's text. `saved` is what the server has (JSON values only);
 * when it changes while nothing was typed, the form follows it; while something was typed, what was typed stays.
 */
export function useDraft<Value>(record: string, saved: Value): Draft<Value> {
  const { sub } = useUser()
  const key = `${prefix}${sub}/${record}`
  const savedText = JSON.stringify(saved)
  const [stored, setStored] = useState(() => ({ key, text: readStored(() => sessionStorage, key) }))
  const [isRestored, setIsRestored] = useState(stored.text !== null && stored.text !== savedText)

  useEffect(() => {
    if (stored.key === key) return
    setStored({ key, text: readStored(() => sessionStorage, key) })
  }, [key, stored.key])

  const text = stored.key === key ? stored.text : null
  const value = useMemo<Value>(() => JSON.parse(text ?? savedText), [text, savedText])
  const set = useCallback(
    (next: Value) => {
      const nextText = JSON.stringify(next)
      const kept = nextText === savedText ? null : nextText
      writeStored(() => sessionStorage, key, kept)
      setStored({ key, text: kept })
    },
    [key, savedText],
  )
  const discard = useCallback(() => {
    writeStored(() => sessionStorage, key, null)
    flushSync(() => {
      setStored({ key, text: null })
      setIsRestored(false)
    })
  }, [key])
  return { value, set, isChanged: text !== null && text !== savedText, isRestored, discard }
}
