import { qualityVersion } from '@casebook/domain/recordings/quality/quality.ts'
import type { Layout } from '@casebook/domain/recordings/recording.ts'
import {
  describeFile,
  describeUnreadable,
  type FileDescription,
} from '@casebook/domain/reference-data/file-description.ts'
import { timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { useEffect, useRef, useState } from 'react'
import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { rereadShown, useWrite } from '../../calls/graphql.ts'
import { DescribeReferenceDataDocument } from '../../generated/graphql.ts'
import type { ReadingState } from './reading-state.ts'
import { isSameLayout, type useLayout } from './use-layout.ts'

/** After so long, settings whose call failed are sent again. */
const againMs = 3_000
/** Failures that a later attempt may get past. Another refusal would be given again and again. */
const passing: ReadonlySet<string> = new Set(['NETWORK', 'UNAVAILABLE', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL'])

/**
 * Stores the description of a file that has none, or that is now read with other settings. `onSent`: with which. Returns
 * whether settings of this person could not be stored when they were set: they are sent again as long as the page is open.
 */
export function useDescribed(
  ids: { subjectid: string; referencedataid: string },
  stored: FileDescription | undefined,
  { survey, quality, failure }: ReadingState,
  { layout, by, onSent }: Pick<ReturnType<typeof useLayout>, 'layout' | 'by' | 'onSent'>,
  isDisabled: boolean,
): boolean {
  const [describe] = useWrite(DescribeReferenceDataDocument)
  const sent = useRef('')
  const [attempt, setAttempt] = useState(0)
  const [isHeldUp, setIsHeldUp] = useState(false)
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(again.current), [])
  // One after the other: two under way could arrive in either order, and the settings be lost.
  const writing = useRef<Promise<unknown>>(Promise.resolve())
  /** The settings as they are stored, as far as this page knows. */
  const known = useRef<Layout | null>(null)
  useEffect(() => {
    known.current = stored?.layout ?? null
  }, [stored])
  useEffect(() => {
    if (isDisabled) return
    const isOtherwise = !isSameLayout(stored?.layout ?? null, layout)
    // Described before its quality was judged, or by other rules.
    const isOlder = (stored?.quality?.version ?? 0) < qualityVersion
    const found = survey
      ? describeFile(survey, layout, quality)
      : failure?.kind === 'unreadable' && layout === null
        ? describeUnreadable(failure.why)
        : undefined
    // It is stored, and a colleague may set other settings now: these are then sent again when they are set again.
    if (stored && !isOtherwise && !isOlder && !stored.unreadable) sent.current = ''
    // Where times can be read in two ways, the screen asks first.
    if (!found || timesQuestion(found) || (stored && !(survey && (isOtherwise || isOlder || stored.unreadable)))) return
    const description = JSON.stringify(found)
    const sending = `${attempt} ${description}`
    if (sent.current === sending) return
    sent.current = sending
    onSent(layout)
    async function send() {
      try {
        await describe({ ...ids, description, previousLayout: JSON.stringify(known.current) })
        known.current = layout
        setIsHeldUp(false)
      } catch (thrown) {
        const codes = failuresOf(thrown).map(({ code }) => code)
        const isPassing = codes.every((code) => passing.has(code))
        setIsHeldUp(by === 'person' && isPassing)
        // The display does not depend on it, and what was only recognised is stored by the next visit.
        if (by === 'person' && isPassing) again.current = setTimeout(() => setAttempt((count) => count + 1), againMs)
        else if (by === 'person') reportError(thrown)
        if (codes.includes('CONFLICT')) await rereadShown()
      }
    }
    writing.current = writing.current.then(send)
  }, [ids, stored, survey, quality, failure, layout, by, onSent, isDisabled, describe, attempt])
  return isHeldUp
}
