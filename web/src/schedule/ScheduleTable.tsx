import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ScheduleQuery } from '../generated/graphql.ts'
import classes from './ScheduleTable.module.css'
import type { TypedVisit, TypesOf } from './schedule-fields.ts'

/** What may belong to visits. */
export type OfferedTypes = Pick<ScheduleQuery, 'listFormTypes' | 'listActivityTypes'>

/** The visit's name, or what stands for it while it is typed. */
export function useVisitName(): (visit: { name: string }) => string {
  const t = useTranslations('schedule')
  return ({ name }) => name.trim() || t('unnamed')
}

/**
 * The schedule as protocols print it: types by visits, with a mark where a type belongs to a visit. It scrolls within
 * itself. `cell` draws something else than the mark.
 */
export function ScheduleTable({
  label,
  visits,
  types,
  cell,
}: {
  label: string
  visits: readonly TypedVisit[]
  types: OfferedTypes
  cell?: (visit: TypedVisit, of: TypesOf, type: { id: string; name: string }) => ReactNode
}) {
  const t = useTranslations('schedule')
  const nameOf = useVisitName()
  const groups = [
    {
      of: 'formtypeids' as const,
      heading: t('forms'),
      rows: types.listFormTypes.map(({ formtypeid, identifier }) => ({ id: formtypeid, name: identifier })),
    },
    {
      of: 'activitytypeids' as const,
      heading: t('activities'),
      rows: types.listActivityTypes.map(({ activitytypeid, description }) => ({
        id: activitytypeid,
        name: description,
      })),
    },
  ].filter(({ rows }) => rows.length > 0)

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls sideways must scroll by keyboard, too
    <section className={classes.frame} aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              {t('types')}
            </th>
            {visits.map((visit) => (
              <th key={visit.key} scope="col">
                <span className={classes.name}>{nameOf(visit)}</span>
                <VisitTime visit={visit} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ of, heading, rows }) => (
          <tbody key={of}>
            <tr>
              <th scope="rowgroup" className={classes.group}>
                {heading}
              </th>
              <td colSpan={visits.length} />
            </tr>
            {rows.map((type) => (
              <tr key={type.id}>
                <th scope="row">{type.name}</th>
                {visits.map((visit) => (
                  <td key={visit.key}>
                    {cell?.(visit, of, type) ??
                      (visit[of].includes(type.id) ? (
                        <>
                          <BelongsMark isOptional={visit.optionaltypeids.includes(type.id)} />
                          {of === 'activitytypeids' && visit.inOrder !== '' && (
                            <span className={classes.place}>{visit[of].indexOf(type.id) + 1}</span>
                          )}
                        </>
                      ) : (
                        <span className={classes.none}>
                          <span aria-hidden>·</span>
                          <span className={classes.said}>{t('belongsNot')}</span>
                        </span>
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {visits.some(({ optionaltypeids }) => optionaltypeids.length > 0) && (
        <p className={classes.legend}>{t('legend')}</p>
      )}
      {groups.length === 0 && <p className={classes.empty}>{t('noTypes')}</p>}
    </section>
  )
}

/** As protocols print it: X where a type is asked for, (X) where it is optional. */
function BelongsMark({ isOptional }: { isOptional: boolean }) {
  const t = useTranslations('schedule')
  return (
    <span role="img" aria-label={t(isOptional ? 'belongsOptionally' : 'belongs')} className={classes.mark}>
      {isOptional ? '(X)' : 'X'}
    </span>
  )
}

/** Day, window, and whether it repeats. */
function VisitTime({ visit: { day, daysBefore, daysAfter, repeats, inOrder } }: { visit: TypedVisit }) {
  const t = useTranslations('schedule')
  const hasWindow = day !== '' && (daysBefore || daysAfter)
  return (
    <>
      <span className={classes.time}>
        {day.trim() === '' ? t('unscheduled') : t('day', { day: day.replace('-', '−') })}
      </span>
      {hasWindow && (
        <span className={classes.time}>{t('window', { before: daysBefore || '0', after: daysAfter || '0' })}</span>
      )}
      {repeats !== '' && <span className={classes.time}>{t('repeated')}</span>}
      {inOrder !== '' && <span className={classes.time}>{t('ordered')}</span>}
    </>
  )
}
