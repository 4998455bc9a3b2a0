import { useMemo, useRef, useState } from 'react'
import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { readOnce } from '../../calls/graphql.ts'
import { type FormTypeInput, ReviewFormTypeDocument } from '../../generated/graphql.ts'
import type { Saved } from '../../records/store.ts'
import type { Finding } from './findings/FindingList.tsx'
import type { Defined } from './version-changes.ts'

/** A form type that is stored already, and what can be done with what is typed. */
export type Published<Data> = {
  studyid: string
  formtypeid: string
  /** As forms are filled in by it. */
  defined: Defined & { repeats: boolean }
  /** The number of its last change. */
  version: number
  /** Whether what is edited is a saved draft of it. */
  hasDraft: boolean
  saveDraft: () => Promise<Saved<Data> | undefined>
  publish: (note: string) => Promise<Saved<Data> | undefined>
}

type Sent = Omit<FormTypeInput, 'studyid'>
/** What publishing means. `about`: for which definition in the place of which. */
type Reviewed = { about: string; findings: readonly Finding[] }

/**
 * What publishing `sent` means for what is stored. `findings`: shown before it is done, and only as long as they are
 * about what is typed now, which `sentNow` tells at any moment. An update that is harmless needs no question, unless it publishes a saved draft.
 */
export function useReview<Data>(
  published: Published<Data> | undefined,
  sent: Sent,
  sentNow: () => Sent,
  save: () => Promise<Saved<Data> | undefined>,
) {
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [note, setNote] = useState('')
  const [isReading, setIsReading] = useState(false)
  const isRunning = useRef(false)
  const defined = published?.defined
  const about = useMemo(() => aboutOf(sent, defined), [sent, defined])

  /** Reads again if something was typed meanwhile. Throws. */
  async function review(of: Published<Data>): Promise<Reviewed> {
    const { formtypeid, studyid } = of
    const asked = sentNow()
    const answer = await readOnce(ReviewFormTypeDocument, { formtypeid, input: { ...asked, studyid } })
    const asks = aboutOf(asked, of.defined)
    if (asks !== aboutOf(sentNow(), of.defined)) return review(of)
    return { about: asks, findings: answer.reviewFormTypeDraft }
  }

  /** One review at a time. */
  async function running<Result>(what: () => Promise<Result>): Promise<Result | undefined> {
    if (isRunning.current) return undefined
    isRunning.current = true
    setIsReading(true)
    try {
      return await what()
    } catch (thrown) {
      reportError(thrown)
      return undefined
    } finally {
      isRunning.current = false
      setIsReading(false)
    }
  }

  async function publish() {
    setReviewed(undefined)
    const saved = await (published && note !== '' ? published.publish(note) : save())
    if (saved) setNote('')
    return saved
  }

  return {
    findings: reviewed?.about === about ? reviewed.findings : undefined,
    isReading,
    /** What is new in the version. It stays until the version is published. */
    note,
    setNote,
    back: () => setReviewed(undefined),
    publish,
    async read() {
      if (published) await running(async () => setReviewed(await review(published)))
    },
    /** Publishes what is harmless, and shows everything else first. If the rules refuse it, the save itself says why. */
    async update() {
      if (!published) return publish()
      const isReviewed = await running(async () => {
        const found = await review(published).catch(unlessRefused)
        const isAsked = note !== '' || published.hasDraft || found?.findings.some(({ effect }) => effect !== 'HARMLESS')
        if (found && isAsked) setReviewed(found)
        return !(found && isAsked)
      })
      return isReviewed ? publish() : undefined
    },
  }
}

function aboutOf(sent: Sent, defined: Defined | undefined): string {
  return JSON.stringify([sent, defined?.identifier, defined?.fields, defined?.checks])
}

function unlessRefused(thrown: unknown): undefined {
  if (failuresOf(thrown).some(({ code }) => code !== 'BAD_INPUT')) throw thrown
}
