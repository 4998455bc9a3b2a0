import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { VisitNames, type VisitText } from '../../locale/occurrence-text.ts'
import type { SubjectOffers } from './subject-record.ts'

/** The name of a visit of a subject: which one, if it repeats. */
export function useVisitName(): (visit: { name: string; repeats: boolean; occurrence: number }) => string {
  const t = useTranslations('visits')
  return useCallback(
    ({ name, repeats, occurrence }) => (repeats ? t('numbered', { name, occurrence: String(occurrence) }) : name),
    [t],
  )
}

/** Within this, names of forms and activities say of which visit they are. */
export function NamedVisits({
  offers: { listVisits },
  children,
}: {
  offers: Pick<SubjectOffers, 'listVisits'>
  children: ReactNode
}) {
  const nameOf = useVisitName()
  const textOf: VisitText = useCallback(
    (visitid, occurrence) => {
      const visit = listVisits.find((each) => each.visitid === visitid)
      return visit && { name: nameOf({ ...visit, occurrence }), repeats: visit.repeats }
    },
    [listVisits, nameOf],
  )
  return <VisitNames value={textOf}>{children}</VisitNames>
}

/** Within this, the visit is said around the names. */
export function UnnamedVisits({
  offers: { listVisits },
  children,
}: {
  offers: Pick<SubjectOffers, 'listVisits'>
  children: ReactNode
}) {
  const textOf: VisitText = useCallback(
    (visitid) => {
      const visit = listVisits.find((each) => each.visitid === visitid)
      return visit && { repeats: visit.repeats }
    },
    [listVisits],
  )
  return <VisitNames value={textOf}>{children}</VisitNames>
}
