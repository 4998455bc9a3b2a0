import { useCallback, useRef, useState } from 'react'
import { reportError } from '../app/errors.ts'
import { useFailureText } from '../app/failure-text.ts'
import { type Failure, failuresOf } from '../app/failures.ts'
import { rereadShown } from '../app/graphql.ts'
import { loadScreens } from '../app/messages/catalogue.ts'

export type Submission<Args extends unknown[]> = {
  /** Runs the work once at a time. True when it went through. Never throws. */
  submit: (...args: Args) => Promise<boolean>
  isBusy: boolean
  /** When the last one went through; null before. For SavedAt. */
  savedAt: Date | null
  /** The refusal of one field, for the input's `error`, or for one reason; undefined where there is none. */
  errorOf: (field: string) => string | undefined
  /** Set after a CONFLICT, for ConflictNotice; the next submit clears it. */
  conflict: Failure | undefined
  /** Takes back the refusals, of one field or of all: call it when the person types again. */
  clear: (field?: string) => void
  /** Shows a rule's word about one field, when the person leaves it: the problem, or undefined to take it back. */
  check: (field: string, problem: Error | undefined) => void
}

/**
 * One way for every form to save: a rule's refusal or the server's lands beside its field where `fields` names it, or
 * beside whatever takes refusals for this reason where `fields` names that; a CONFLICT in `conflict`; all else in the
 * error area. `work` may throw a domain Problem before anything is sent.
 */
export function useSubmission<Args extends unknown[]>(
  fields: readonly string[],
  work: (...args: Args) => Promise<unknown>,
): Submission<Args> {
  const [isBusy, setIsBusy] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [refusals, setRefusals] = useState<readonly Failure[]>([])
  const [conflict, setConflict] = useState<Failure>()
  const textOf = useFailureText()
  const isRunning = useRef(false)

  async function submit(...args: Args) {
    if (isRunning.current) return false
    // The sentences of refusals come with the other screens' texts.
    void loadScreens()
    isRunning.current = true
    setIsBusy(true)
    setRefusals([])
    setConflict(undefined)
    try {
      await work(...args)
      setSavedAt(new Date())
      return true
    } catch (thrown) {
      const besideFields: Failure[] = []
      for (const failure of failuresOf(thrown)) {
        if (failure.code === 'CONFLICT' && failure.current) {
          setConflict(failure)
          // What others saved is shown beside what was typed.
          void rereadShown()
        } else if (fields.some((field) => isAbout(failure, field))) besideFields.push(failure)
        else reportError(failure)
      }
      setRefusals(besideFields)
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
    setRefusals((shown) => (field === undefined ? [] : shown.filter((refusal) => !isAbout(refusal, field))))
  }, [])
  const check = useCallback((field: string, problem: Error | undefined) => {
    if (problem) void loadScreens()
    const found = problem ? failuresOf(problem) : []
    setRefusals((shown) => [...shown.filter((refusal) => !isReplaced(refusal, field, problem)), ...found])
  }, [])
  return { submit, isBusy, savedAt, errorOf, conflict, clear, check }
}

function isAbout(failure: Failure, field: string): boolean {
  return failure.field === field || failure.reason === field
}

/** A rule's word takes the place of an older one; that it has none doesn't take back what the server refused. */
function isReplaced(refusal: Failure, field: string, problem: Error | undefined): boolean {
  return refusal.field === field && (problem !== undefined || refusal.code !== 'ALREADY_EXISTS')
}
