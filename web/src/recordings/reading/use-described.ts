import { qualityVersion } from '@casebook/domain/recordings/quality/quality.ts'
import type { Layout } from '@casebook/domain/recordings/recording.ts'
import {
  describeFile,
  describeUnreadable,
  type FileDescription,
} from '@casebook/domain/reference-data/file-description.ts'
import { timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { useEffect, useRef } from 'react'
import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { rereadShown, useWrite } from '../../calls/graphql.ts'
import { DescribeReferenceDataDocument } from '../../generated/graphql.ts'
import type { ReadingState } from './reading-state.ts'
import { isSameLayout, type useLayout } from './use-layout.ts'

/** Stores the description of a file that has none, or that is now read with other settings. `onSent`: with which. */
export function useDescribed(
  ids: { subjectid: string; referencedataid: string },
  stored: FileDescription | undefined,
  { survey, quality, failure }: ReadingState,
  { layout, by, onSent }: Pick<ReturnType<typeof useLayout>, 'layout' | 'by' | 'onSent'>,
  isDisabled: boolean,
): void {
  const [describe] = useWrite(DescribeReferenceDataDocument)
  const sent = useRef('')
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
    if (sent.current === description) return
    sent.current = description
    onSent(layout)
    async function send() {
      try {
        await describe({ ...ids, description, previousLayout: JSON.stringify(known.current) })
        known.current = layout
      } catch (thrown) {
        // The display does not depend on it. The next visit retries, unless somebody has set other settings meanwhile.
        if (!failuresOf(thrown).some(({ code }) => code === 'CONFLICT')) return
        if (by === 'person') reportError(thrown)
        await rereadShown()
      }
    }
    writing.current = writing.current.then(send)
  }, [ids, stored, survey, quality, failure, layout, by, onSent, isDisabled, describe])
}
