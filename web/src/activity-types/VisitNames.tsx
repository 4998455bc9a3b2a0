import { useTranslations } from 'use-intl'
import type { ActivityTypesQuery } from '../generated/graphql.ts'

/** How many visits are named. */
const mostNamed = 3

/** The visits of a schedule to which an activity type belongs: all, none, or their names. */
export function VisitNames({ of, activitytypeid }: { of: ActivityTypesQuery['listVisits']; activitytypeid: string }) {
  const t = useTranslations('activityTypes')
  const visits = of.filter(({ activitytypeids }) => activitytypeids.includes(activitytypeid))
  if (visits.length === 0) return t('noVisit')
  if (visits.length === of.length) return t('allVisits')
  const all = visits.map(({ name }) => name)
  const named = all.slice(0, mostNamed).join(', ')
  if (all.length <= mostNamed) return named
  return <span title={all.join(', ')}>{t('moreVisits', { names: named, more: all.length - mostNamed })}</span>
}
