import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { StudyMeasuresDocument, type StudyOverviewQuery } from '../../generated/graphql.ts'
import { comparedMeasures, useMeasureName } from '../../texts/measured/measure-name.ts'
import { useUnitText } from '../../texts/measured/unit-name.ts'
import { type Group, groupsOf } from './groups.ts'
import classes from './MeasuresByActivity.module.css'

/** One measure of all recordings of a study, by activity, with the values that are unlike the others. */
export function MeasuresByActivity({
  studyid,
  activityTypes,
}: {
  studyid: string
  activityTypes: StudyOverviewQuery['listActivityTypes']
}) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const nameOf = useMeasureName()
  const unitText = useUnitText()
  const [measure, setMeasure] = useState('enmo')
  const { data, isReading } = useRead(StudyMeasuresDocument, { studyid, measure })
  const names = useMemo(
    () => new Map(activityTypes.map(({ activitytypeid, description }) => [activitytypeid, description])),
    [activityTypes],
  )
  const groups = useMemo(() => data && groupsOf(data.listStudyMeasures, [...names.keys()]), [data, names])
  const number = (value: number) => format.number(value, { maximumSignificantDigits: 4 })

  return (
    <div className={classes.measures}>
      <NativeSelect
        className={classes.choice}
        label={t('measures.measure')}
        value={measure}
        onChange={(event) => setMeasure(event.currentTarget.value)}
        data={comparedMeasures.map((value) => ({ value, label: nameOf(value) }))}
      />
      <ReadingBar isReading={isReading} />
      {groups?.length === 0 && <p className={classes.quiet}>{t('measures.none', { name: nameOf(measure) })}</p>}
      {groups && groups.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
        <section className={classes.scrolling} aria-label={t('measures.table', { name: nameOf(measure) })} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('measures.activity')}</th>
                <th scope="col" data-number>
                  {t('measures.count')}
                </th>
                <th scope="col" data-number>
                  {t('measures.median')}
                </th>
                <th scope="col">{t('measures.values')}</th>
                <th scope="col">{t('measures.outliers')}</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={`${group.activitytypeid} ${group.channel} ${group.unit} ${group.ofActivity}`}>
                  <th scope="row">
                    {names.get(group.activitytypeid)} <span className={classes.quiet}>{group.channel}</span>
                    {!group.ofActivity && <p className={classes.quiet}>{t('measures.whole')}</p>}
                  </th>
                  <td data-number>{format.number(group.values.length)}</td>
                  <td data-number>
                    {number(group.usual.median)} <span className={classes.quiet}>{unitText(group.unit ?? '')}</span>
                  </td>
                  <td>
                    <Strip group={group} />
                  </td>
                  <td>
                    {group.usual.low === null && <span className={classes.quiet}>{t('measures.few')}</span>}
                    {group.usual.low !== null && group.outliers.length === 0 && (
                      <span className={classes.quiet}>{t('measures.noOutliers')}</span>
                    )}
                    {group.outliers.length > 0 && (
                      <ul className={classes.outliers}>
                        {group.outliers.map(
                          ({ subjectid, identifier, activitytypeid, visitid, occurrence, ...each }) => (
                            <li key={`${each.referencedataid} ${each.value}`}>
                              <Link
                                to={paths.recording(
                                  studyid,
                                  subjectid,
                                  keyOfOccurrence(activitytypeid, { visitid: visitid ?? null, occurrence }),
                                  each.referencedataid,
                                )}
                              >
                                {subjectName({ subjectid, identifier: identifier ?? null })}
                              </Link>{' '}
                              {number(each.value)}
                            </li>
                          ),
                        )}
                      </ul>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {groups?.some(({ ofActivity }) => !ofActivity) && <p className={classes.quiet}>{t('measures.wholeWhy')}</p>}
      {groups && groups.length > 0 && <p className={classes.quiet}>{t('measures.rule')}</p>}
    </div>
  )
}

const [width, height] = [240, 24]

/** A dot for each value on a line; outliers are squares. The table says the same in numbers. */
function Strip({ group: { values, outliers, usual } }: { group: Group }) {
  const numbers = values.map(({ value }) => value)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const x = (value: number) => 6 + (high > low ? ((value - low) / (high - low)) * (width - 12) : (width - 12) / 2)
  const y = height / 2
  return (
    <svg className={classes.strip} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <line x1={x(usual.median)} x2={x(usual.median)} y1={2} y2={height - 2} className={classes.median} />
      {values.map((each) =>
        outliers.includes(each) ? (
          <rect
            key={`${each.referencedataid} ${each.value}`}
            className={classes.outlier}
            x={x(each.value) - 4}
            y={y - 4}
            width={8}
            height={8}
          />
        ) : (
          <circle
            key={`${each.referencedataid} ${each.value}`}
            className={classes.dot}
            cx={x(each.value)}
            cy={y}
            r={3.5}
          />
        ),
      )}
    </svg>
  )
}
