import { buildSnapshot } from '@casebook/domain/subjects/snapshot.ts'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { rereadShown, useWrite } from '../../calls/graphql.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { loadFormCode } from '../../forms/use-form-code.ts'
import { CloseSubjectDocument } from '../../generated/graphql.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import { records } from '../../records/records.ts'
import { useUnsavedRecords } from '../../records/use-record.ts'
import { useUploads } from '../../reference-data/uploads/uploads.ts'
import { namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'
import { findObstacle, type Obstacle, unsavedDrafts } from './obstacle.ts'

export type Closing = ReturnType<typeof useClosing>

/**
 * Submitting and closing, for the bar's button and the status panel's: why it is not possible yet, whether the dialog
 * is open (`isAsking`), and the submission itself.
 */
export function useClosing(subject: SubjectRecord, offers: SubjectOffers, onClosed: () => void) {
  const t = useTranslations('subject')
  const textOf = useFailureText()
  // Text in an editor that is not shown is unsaved, too.
  const drafts = unsavedDrafts(useUnsavedRecords(), subject, offers)
  const lane = `subject/${subject.subjectid}`
  const isEditing = useSyncExternalStore(records.onChange, () => records.isOpen(lane))
  const [isAsking, setIsAsking] = useState(false)
  const [isPanelSeen, setIsPanelSeen] = useState(false)
  const watchPanel = useCallback((button: HTMLElement | null) => {
    if (!button) return
    const observer = new IntersectionObserver(([entry]) => setIsPanelSeen(entry?.isIntersecting === true), {
      threshold: 1,
    })
    observer.observe(button)
    return () => {
      observer.disconnect()
      setIsPanelSeen(false)
    }
  }, [])
  const { siteid, studyid, subjectid, version } = subject
  const [closeSubject] = useWrite(CloseSubjectDocument, lane)
  const [reason, setReason] = useState('')
  const obstacle = findObstacle(subject, useUploads(subjectid), drafts)

  function textOfObstacle(found: Obstacle): string {
    if (found.kind === 'refused') return textOf(found.failure)
    return found.kind === 'stoppedUpload' ? t('stoppedUpload', { filename: found.filename }) : t('unsavedParts')
  }

  const submission = useSubmission(
    ['reason'],
    async (needsReason: boolean) => {
      // The server builds its own snapshot and refuses if they differ: someone changed the subject meanwhile.
      const snapshot = buildSnapshot({ ...subject, visits: namedVisits(offers) }, new Date().getTimezoneOffset() * 60)
      try {
        const said = needsReason ? { reason: reason.trim() } : {}
        await closeSubject({ input: { siteid, studyid, subjectid, status: 'CLOSED', snapshot, version, ...said } })
        setReason('')
      } catch (thrown) {
        await rereadShown()
        throw thrown
      }
    },
    { isBeside: true, isConflictShown: true },
  )

  return {
    ...submission,
    why: obstacle && textOfObstacle(obstacle),
    obstacle,
    studyid,
    subjectid,
    reason,
    setReason(given: string) {
      setReason(given)
      submission.clear('reason')
    },
    isAsking: isAsking && subject.status === 'OPEN',
    /** The ref of the panel's button, and whether all of it is in the window: the bar's is not needed then. */
    watchPanel,
    isPanelSeen,
    /** An editor of the subject is open. */
    isEditing,
    ask() {
      submission.clear()
      setIsAsking(true)
      void loadFormCode()
    },
    leave: () => setIsAsking(false),
    /** `needsReason`: there are shortcomings. */
    async close(needsReason: boolean) {
      if (!(await submission.submit(needsReason))) return
      setIsAsking(false)
      onClosed()
    },
  }
}
