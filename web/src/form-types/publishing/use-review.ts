import { useRef, useState } from 'react'
import { reportError } from '../../calls/errors.ts'
import { readOnce } from '../../calls/graphql.ts'
import { type FormTypeInput, ReviewFormTypeDocument } from '../../generated/graphql.ts'
import type { Saved } from '../../records/store.ts'
import type { Finding } from './ReviewPart.tsx'
import type { Defined } from './version-changes.ts'

/** A form type that is stored already, and what can be done with what is typed. */
export type Published<Data> = {
  studyid: string
  formtypeid: string
  /** As forms are filled in by it. */
  defined: Defined
  /** Whether what is edited is a saved draft of it. */
  hasDraft: boolean
  saveDraft: () => Promise<Saved<Data> | undefined>
  publish: (note: string) => Promise<Saved<Data> | undefined>
}

type Sent = Omit<FormTypeInput, 'studyid'>

/**
 * What publishing means for what is stored. `findings`: shown before it is done. An update that is harmless needs no
 * question. If the server cannot tell, the save itself says why.
 */
export function useReview<Data>(published: Published<Data> | undefined, save: () => Promise<Saved<Data> | undefined>) {
  const [findings, setFindings] = useState<readonly Finding[]>()
  const [isReading, setIsReading] = useState(false)
  const isRunning = useRef(false)

  async function reviewed(sent: Sent): Promise<readonly Finding[] | undefined> {
    if (!published || isRunning.current) return undefined
    const { studyid, formtypeid } = published
    isRunning.current = true
    setIsReading(true)
    try {
      const answer = await readOnce(ReviewFormTypeDocument, { formtypeid, input: { ...sent, studyid } })
      return answer.reviewFormTypeDraft
    } finally {
      isRunning.current = false
      setIsReading(false)
    }
  }

  return {
    findings,
    isReading,
    back: () => setFindings(undefined),
    async read(sent: Sent) {
      try {
        setFindings(await reviewed(sent))
      } catch (thrown) {
        reportError(thrown)
      }
    },
    /** Publishes what is harmless, and shows everything else first. */
    async update(sent: Sent) {
      if (isRunning.current) return undefined
      const found = await reviewed(sent).catch(() => undefined)
      if (found?.some(({ effect }) => effect !== 'HARMLESS')) {
        setFindings(found)
        return undefined
      }
      return save()
    },
    async publish(note = '') {
      setFindings(undefined)
      return published && note !== '' ? published.publish(note) : save()
    },
  }
}
