import { todayIn } from '@casebook/domain/activities/today.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { currentVisit } from '@casebook/domain/visits/current/current.ts'
import { isOfVisit, visitKey } from '@casebook/domain/visits/places/places.ts'
import { useMemo, useState } from 'react'
import { studyZone } from '../../browser/time-zones.ts'
import { useVisitName } from '../record/NamedVisits.tsx'
import { namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'
import type { useSubjectRoute } from '../record/subject-route.ts'
import { partsOfSubject, type VisitPart } from './visit-parts.ts'

export type VisitParts = ReturnType<typeof useVisitParts>

/**
 * The visits of a subject on its page: the one that it is in stands first and is open, the others are opened and folded.
 * `here`: the key of the one that was worked in last. What the address names is open. Without a schedule there are none.
 */
export function useVisitParts(
  subject: SubjectRecord,
  offers: SubjectOffers,
  route: ReturnType<typeof useSubjectRoute>,
) {
  const nameOf = useVisitName()
  const hasVisits = offers.listVisits.length > 0
  const parts = useMemo(
    () =>
      hasVisits
        ? partsOfSubject(subject, offers).map(({ visit, ...part }) => ({
            ...part,
            visit: visit && { ...visit, name: nameOf(visit), kind: visit.name },
          }))
        : [],
    [subject, offers, hasVisits, nameOf],
  )
  const visits = parts.flatMap(({ visit }) => visit ?? [])
  const today = dayOfDateValue(String(todayIn(studyZone()))) ?? ''
  const current = currentVisit(namedVisits(offers), today)
  const currentKey = current && visitKey(current)
  // The page keeps its order while it is open, whatever becomes of the visit.
  const [kept, setKept] = useState(currentKey)
  const isThere = (key: string | undefined) => key !== undefined && parts.some((part) => part.key === key)
  if (!isThere(kept) && kept !== currentKey) setKept(currentKey)
  const addressed = route.form ?? route.opened.activities
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [worked, setWorked] = useState<string>()
  const [seen, setSeen] = useState<string>()
  const [seenVisit, setSeenVisit] = useState<string>()
  if (addressed !== seen) {
    setSeen(addressed)
    const key = addressed === undefined ? undefined : keyOfPart(parts, addressed)
    if (key !== undefined) open(key)
  }
  if (route.visit !== seenVisit) {
    setSeenVisit(route.visit)
    if (route.visit !== undefined) open(route.visit)
  }
  const here = isThere(worked) ? worked : kept

  function open(key: string) {
    setOpened((before) => new Set(before).add(key))
    setWorked(key)
  }

  return {
    today,
    visits,
    parts: [...parts.filter(({ key }) => key === kept), ...parts.filter(({ key }) => key !== kept)],
    first: kept,
    here,
    isOpen: (key: string) => key === kept || opened.has(key),
    open,
    fold(key: string) {
      setOpened((before) => new Set([...before].filter((each) => each !== key)))
      setWorked((before) => (before === key ? undefined : before))
    },
  }
}

/** The part with the form or activity that an address names (keyOfOccurrence). */
export function keyOfPart(parts: readonly Pick<VisitPart, 'key' | 'visit'>[], addressed: string): string | undefined {
  const { visitid, occurrence } = occurrenceOfKey(addressed)
  const which = { visitid, occurrence: occurrence === 'next' ? 1 : occurrence }
  return parts.find(({ visit }) => isOfVisit(which, visit))?.key
}
