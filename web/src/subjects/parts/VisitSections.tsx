import { standingOf } from '@casebook/domain/visits/due.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { SavedAt } from '../../components/notices/SavedAt.tsx'
import { RecordPanel } from '../../components/page/RecordPanel.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import type { useSubjectRoute } from '../record/subject-route.ts'
import { VisitForm } from '../visits/VisitForm.tsx'
import type { useWorn } from '../worn/use-worn.ts'
import pair from './SubjectParts.module.css'
import type { VisitParts } from './use-visit-parts.ts'
import { VisitSection, visitHeadingId } from './VisitSection.tsx'
import classes from './VisitSections.module.css'
import { VisitsDue } from './VisitsDue.tsx'

/**
 * The visits of a subject: what is due on top, then the visit that the subject is in, open, and the others, folded with
 * what they hold and lack.
 */
export function VisitSections({
  subject,
  offers,
  visits,
  devices,
  ...shown
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  visits: VisitParts
  route: ReturnType<typeof useSubjectRoute>
  devices: ReactNode
  wornIn: ReturnType<typeof useWorn>['wornIn']
  formSavedAt: Date | null
  isDisabled: boolean
}) {
  const t = useTranslations('visits')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const { subjectid } = subject
  const { parts, today } = visits

  const { visit: addressed } = shown.route
  const [shownKey, setShownKey] = useState(addressed)
  const [seen, setSeen] = useState(addressed)
  if (addressed !== seen) {
    setSeen(addressed)
    setShownKey(addressed)
  }
  const isThere = parts.some(({ key }) => key === shownKey)
  // Once it is drawn: one that was just begun is read first.
  useEffect(() => {
    if (shownKey === undefined || !isThere) return
    const heading = document.getElementById(visitHeadingId(shownKey))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
    setShownKey(undefined)
  }, [shownKey, isThere])

  function show(key: string) {
    visits.open(key)
    setShownKey(key)
  }

  return (
    <>
      <div className={pair.pair}>
        <RecordPanel panelid="visits" heading={t('heading')} help={t('help')} aside={<SavedAt at={savedAt} />}>
          <VisitsDue
            parts={parts.map((part) => ({ ...part, standing: part.visit && standingOf(part.visit, today) }))}
            onShow={show}
          />
        </RecordPanel>
        {devices}
      </div>
      {parts.map((part) => (
        <VisitSection
          key={part.key}
          part={part}
          whole={{ subject, offers }}
          visits={visits}
          onSaid={() => setSavedAt(new Date())}
          {...shown}
        />
      ))}
      {!shown.isDisabled && (
        <AnotherVisit
          subjectid={subjectid}
          visits={visits}
          onAdded={(key) => {
            setSavedAt(new Date())
            show(key)
          }}
        />
      )}
    </>
  )
}

/** Begins another visit of a kind that repeats, once the last one is more than planned. */
function AnotherVisit({
  subjectid,
  visits: { visits, today },
  onAdded,
}: {
  subjectid: string
  visits: VisitParts
  onAdded: (key: string) => void
}) {
  const t = useTranslations('visits')
  const [opened, setOpened] = useState<string>()
  const kinds = visits
    .filter((visit) => visit.repeats && visits.findLast(({ visitid }) => visitid === visit.visitid) === visit)
    .filter(({ state }) => state !== 'PLANNED')
  if (kinds.length === 0) return null
  const close = () => setOpened(undefined)
  return (
    <div className={classes.another}>
      {kinds.map(({ visitid, kind }) =>
        opened === visitid ? (
          <VisitForm
            key={visitid}
            subjectid={subjectid}
            opened={{ visitid, occurrence: null, state: 'BEGUN', version: null }}
            version={null}
            date={today}
            name={t('nextOf', { name: kind })}
            onDone={({ occurrence }) => {
              close()
              onAdded(`${visitid}~${occurrence}`)
            }}
            onCancel={close}
          />
        ) : (
          <TextButton key={visitid} onClick={() => setOpened(visitid)}>
            {t('nextOf', { name: kind })}
          </TextButton>
        ),
      )}
    </div>
  )
}
