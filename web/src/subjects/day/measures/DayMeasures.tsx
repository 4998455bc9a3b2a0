import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../../../browser/paths.ts'
import { useRead } from '../../../calls/graphql.ts'
import { Link } from '../../../components/buttons/Link.tsx'
import { DayMeasuresDocument, type DayMeasuresQuery } from '../../../generated/graphql.ts'
import { useRereadWhile } from '../../../reference-data/file/reread-while.ts'
import { useMeasureName } from '../../../texts/measured/measure-name.ts'
import { unitText } from '../../../texts/measured/unit-text.ts'
import classes from './DayMeasures.module.css'

type FiledActivity = {
  key: string
  name: string
  referenceData: readonly { referencedataid: string; filename: string }[]
}

type MeasuredFile = DayMeasuresQuery['listMeasures'][number]

/** What is told of each file here; its screen has all. */
const told = ['enmo', 'steps', 'heart_rate', 'ecg_usable']

/** What was measured in the files of the day, by activity. Nothing before the first value. */
export function DayMeasures({
  studyid,
  subjectid,
  activities,
}: {
  studyid: string
  subjectid: string
  activities: readonly FiledActivity[]
}) {
  const t = useTranslations('day')
  const valuesText = useValuesText()
  const { data, reread } = useRead(DayMeasuresDocument, { subjectid })
  useRereadWhile(data?.listMeasures.some(({ state }) => state === 'WAITING') ?? false, reread)
  const measured = new Map((data?.listMeasures ?? []).map((file) => [file.referencedataid, valuesText(file)]))
  const rows = activities.flatMap((activity) =>
    activity.referenceData.flatMap(({ referencedataid, filename }) => {
      const values = measured.get(referencedataid)
      return values ? [{ activity, referencedataid, filename, values }] : []
    }),
  )
  if (rows.length === 0) return null
  return (
    <ul className={classes.measures} aria-label={t('measures')}>
      {rows.map(({ activity, referencedataid, filename, values }) => (
        <li key={referencedataid}>
          <span className={classes.quiet}>{activity.name}</span>{' '}
          <Link to={paths.recording(studyid, subjectid, activity.key, referencedataid)}>{filename}</Link> {values}
        </li>
      ))}
    </ul>
  )
}

/** The values of a file in one line, those of several sensors with their names. Undefined if it has none of them. */
function useValuesText(): (file: MeasuredFile) => string | undefined {
  const t = useTranslations('day')
  const format = useFormatter()
  const nameOf = useMeasureName()
  return ({ ofActivity, measures }) => {
    const rows = told.flatMap((name) =>
      measures.filter(({ measure, value }) => measure === name && typeof value === 'number'),
    )
    if (rows.length === 0) return undefined
    const isOneOfSeveral = (name: string) => rows.filter(({ measure }) => measure === name).length > 1
    const values = rows.map(({ measure, channel, value, unit }) => {
      const number = format.number(value ?? 0, { maximumSignificantDigits: 3 })
      const name = isOneOfSeveral(measure) ? `${nameOf(measure)} (${channel})` : nameOf(measure)
      // Steps are counted in steps.
      return `${name} ${number} ${unit === measure ? '' : unitText(unit ?? '')}`.trim()
    })
    return [...values, ...(ofActivity ? [] : [t('wholeRecording')])].join(' · ')
  }
}
