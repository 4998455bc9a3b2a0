import { useCallback, useRef, useState } from 'react'
import { dismissError, reportError } from '../../calls/errors.ts'
import { type Failure, failuresOf } from '../../calls/failures.ts'
import { rereadShown } from '../../calls/graphql.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import { loadScreensAhead } from '../../texts/catalogue.ts'

export type Submission<Args extends unknown[]> = {
  /** Runs one submission at a time. Resolves to true on success. Never throws. */
  submit: (...args: Args) => Promise<boolean>
  isBusy: boolean
  /** When the last one succeeded, or null. For SavedAt. */
  savedAt: Date | null
  /** The refusal for one field, for the input's `error`, or for one reason. Undefined if there is none. */
  errorOf: (field: string) => string | undefined
  /** Failures that concern no field, as text beside the button. Undefined if there are none. */
  refusal: string | undefined
  /** The number of failed attempts. When it increases, FormActions moves the focus to the first field concerned. */
  failed: number
  /** Set after a CONFLICT; the next submission clears it. */
  conflict: Failure | undefined
  /** Clears the refusals of one field or of all. Call it when the person types. */
  clear: (field?: string) => void
}

type Settings = {
  /** `refusal` is shown beside the button. Otherwise failures that concern no field go to the error area. */
  isBeside?: boolean
  /** Failures that are shown beside the button go to the error area, too. */
  isCard?: boolean
  /** The form itself shows `conflict`. Otherwise it is shown like other failures that concern no field. */
  isConflictShown?: boolean
  /** The form itself shows why the submission ended: show nothing. */
  isExplained?: (thrown: unknown) => boolean
}

/**
 * Handles an act that saves no working copy, such as a removal. A refusal, from a rule or from the server, appears
 * beside its field if `fields` names it, or at the element for its reason if `fields` names that. A CONFLICT also goes
 * into `conflict`. Everything else appears beside the button, or in the error area, which a later success clears. `work` may
 * throw a domain Problem before anything is sent.
 */
export function useSubmission<Args extends unknown[]>(
  fields: readonly string[],
  work: (...args: Args) => Promise<unknown>,
  { isBeside = false, isCard = !isBeside, isConflictShown = false, isExplained }: Settings = {},
): Submission<Args> {
  const [isBusy, setIsBusy] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [refusals, setRefusals] = useState<readonly Failure[]>([])
  const [conflict, setConflict] = useState<Failure>()
  const [besideButton, setBesideButton] = useState<readonly Failure[]>([])
  const [failed, setFailed] = useState(0)
  const reported = useRef<readonly number[]>([])
  const textOf = useFailureText()
  const isRunning = useRef(false)

  async function submit(...args: Args) {
    if (isRunning.current) return false
    // The sentences for refusals are loaded with the other screens' texts.
    loadScreensAhead()
    isRunning.current = true
    setIsBusy(true)
    setRefusals([])
    setBesideButton([])
    setConflict(undefined)
    try {
      await work(...args)
      setSavedAt(new Date())
      dismissError(...reported.current)
      reported.current = []
      return true
    } catch (thrown) {
      const besideFields: Failure[] = []
      const others: Failure[] = []
      for (const failure of isExplained?.(thrown) ? [] : failuresOf(thrown)) {
        if (failure.code === 'CONFLICT' && failure.current) {
          setConflict(failure)
          // Others' changes are shown beside what was typed.
          void rereadShown()
          if (!isConflictShown) others.push(failure)
        } else if (fields.some((field) => isAbout(failure, field))) besideFields.push(failure)
        else others.push(failure)
      }
      setRefusals(besideFields)
      if (isBeside) setBesideButton(others)
      if (isCard) for (const failure of others) reported.current = [...reported.current, ...reportError(failure)]
      setFailed((count) => count + 1)
      return false
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  const errorOf = useCallback(
    (field: string) => {
      const failure = refusals.find((refusal) => isAbout(refusal, field))
      return failure && textOf(failure)
    },
    [refusals, textOf],
  )
  const clear = useCallback((field?: string) => {
    setBesideButton([])
    setRefusals((shown) => (field === undefined ? [] : shown.filter((refusal) => !isAbout(refusal, field))))
  }, [])
  const refusal = besideButton.length > 0 ? besideButton.map(textOf).join(' ') : undefined
  return { submit, isBusy, savedAt, errorOf, refusal, failed, conflict, clear }
}

function isAbout(failure: Failure, field: string): boolean {
  return failure.field === field || failure.reason === field
}
