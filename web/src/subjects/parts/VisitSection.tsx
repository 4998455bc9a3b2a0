import { isInOrder } from '@casebook/domain/visits/deviations.ts'
import { standingOf } from '@casebook/domain/visits/due.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import { isFocusLost } from '../../components/page/focus-after.ts'
import { PanelGroup } from '../../components/page/RecordPanel.tsx'
import { useUnsavedRecords } from '../../records/use-record.ts'
import { UnnamedVisits } from '../record/NamedVisits.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import type { useSubjectRoute } from '../record/subject-route.ts'
import { VisitActions } from '../visits/VisitActions.tsx'
import { VisitDates } from '../visits/VisitDates.tsx'
import { type OpenedVisit, VisitForm } from '../visits/VisitForm.tsx'
import type { useWorn } from '../worn/use-worn.ts'
import { SubjectParts } from './SubjectParts.tsx'
import { keyOfPart, type VisitParts } from './use-visit-parts.ts'
import classes from './VisitSections.module.css'

const badges = { late: 'bad', due: 'waiting', begun: 'waiting', done: 'good', missed: 'bad' } as const

export function visitHeadingId(key: string): string {
  return `visit-${key}`
}

/** One visit of a subject, or what belongs to none: open with everything that is recorded in it, or folded to a line. */
export function VisitSection({
  part,
  whole,
  visits,
  route,
  wornIn,
  formSavedAt,
  isDisabled,
  onSaid,
}: {
  part: VisitParts['parts'][number]
  whole: { subject: SubjectRecord; offers: SubjectOffers }
  visits: VisitParts
  route: ReturnType<typeof useSubjectRoute>
  wornIn: ReturnType<typeof useWorn>['wornIn']
  formSavedAt: Date | null
  isDisabled: boolean
  /** What became of the visit was saved. */
  onSaid: () => void
}) {
  const t = useTranslations('visits')
  const [said, setSaid] = useState<OpenedVisit>()
  const { key, visit, subject, offers } = part
  // The form that had the focus is gone.
  const isSaying = said !== undefined
  const wasSaying = useRef(false)
  useEffect(() => {
    if (wasSaying.current && !isSaying && isFocusLost()) document.getElementById(visitHeadingId(key))?.focus()
    wasSaying.current = isSaying
  }, [isSaying, key])
  const isFirst = key === visits.first
  const isOpen = visits.isOpen(key)
  const name = visit ? visit.name : t('noVisit')
  const standing = visit && standingOf(visit, visits.today)
  const beginnings = ['activity', 'form', 'new-activity'].map((kind) => `${kind}/${subject.subjectid}`)
  const hasUnsaved = useUnsavedRecords().some((record) => {
    const [beginning = '', own = ''] = [record.split('/').slice(0, 2).join('/'), record.split('/')[2] ?? '']
    if (!beginnings.includes(beginning)) return false
    return beginning.startsWith('new-') ? own === (visit ? key : '') : keyOfPart(visits.parts, own) === key
  })
  const isOtherwise = visit && standing !== 'missed' && !isInOrder(visit, subject.activities)
  const isActing = isOpen || standing === 'late' || standing === 'due' || standing === 'begun'
  const title = (
    <>
      <span className={classes.name}>{name}</span>
      {standing !== undefined &&
        (standing in badges ? (
          <StateBadge kind={badges[standing as keyof typeof badges]}>{t(`standings.${standing}`)}</StateBadge>
        ) : (
          <span className={classes.quiet}>{t(`standings.${standing}`)}</span>
        ))}
    </>
  )

  return (
    <section className={classes.visit} data-first={isFirst || undefined} aria-label={name}>
      <div className={classes.head}>
        {isFirst ? (
          <h2 id={visitHeadingId(key)} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
        ) : (
          <h2 className={classes.title}>
            <button
              type="button"
              id={visitHeadingId(key)}
              className={classes.toggle}
              aria-expanded={isOpen}
              onClick={() => (isOpen ? visits.fold(key) : visits.open(key))}
            >
              {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
              {title}
            </button>
          </h2>
        )}
        <div className={classes.facts}>
          {visit && <VisitDates visit={visit} />}
          {isOtherwise && <StateBadge kind="bad">{t('otherOrder')}</StateBadge>}
          {!isOpen && <Contents part={part} isFuture={standing === 'planned'} />}
          {hasUnsaved && !isOpen && <StateBadge kind="waiting">{t('unsaved')}</StateBadge>}
        </div>
        {visit && isActing && !isDisabled && !said && <VisitActions visit={visit} name={name} onOpen={setSaid} />}
      </div>
      {said && visit && (
        <VisitForm
          subjectid={subject.subjectid}
          opened={said}
          version={visit.version}
          date={visit.date ?? visits.today}
          name={name}
          onDone={() => {
            setSaid(undefined)
            onSaid()
          }}
          onCancel={() => setSaid(undefined)}
        />
      )}
      {isOpen && (
        <PanelGroup value={{ groupid: key, name }}>
          <UnnamedVisits offers={whole.offers}>
            <SubjectParts
              subject={subject}
              offers={offers}
              visit={visit}
              visits={visits.visits}
              whole={whole}
              route={route}
              wornIn={wornIn}
              formSavedAt={formSavedAt}
              isDisabled={isDisabled}
              isHere={key === visits.here}
            />
          </UnnamedVisits>
        </PanelGroup>
      )}
    </section>
  )
}

/** What a visit holds and lacks, in a line. */
function Contents({
  part: { subject, offers, lacks },
  isFuture,
}: {
  part: VisitParts['parts'][number]
  isFuture: boolean
}) {
  const t = useTranslations('visits')
  const format = useFormatter()
  const { forms, activities } = subject
  const files = activities.reduce((sum, { referenceData }) => sum + referenceData.length, 0)
  const running = offers.listRunningActivities.length
  const holds = [
    forms.length > 0 && t('forms', { count: forms.length }),
    activities.length > 0 && t('activities', { count: activities.length }),
    running > 0 && t('running', { count: running }),
    files > 0 && t('files', { count: files }),
  ].filter((text) => text !== false)
  return (
    <>
      {holds.length > 0 && <span>{holds.join(', ')}</span>}
      {lacks.length > 0 && (
        <span className={isFuture ? classes.quiet : classes.lacks}>
          {t(isFuture ? 'asks' : 'lacks', { names: format.list(lacks) })}
        </span>
      )}
    </>
  )
}
