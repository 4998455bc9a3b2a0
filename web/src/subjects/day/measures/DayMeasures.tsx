import { useTranslations } from 'use-intl'
import { paths } from '../../../browser/paths.ts'
import { useRead } from '../../../calls/graphql.ts'
import { Link } from '../../../components/buttons/Link.tsx'
import { DayMeasuresDocument, type DayMeasuresQuery } from '../../../generated/graphql.ts'
import { useRereadWhile } from '../../../reference-data/file/reread-while.ts'
import { useMeasuredText } from '../../../texts/measured/measured-text.ts'
import classes from './DayMeasures.module.css'

type FiledActivity = {
  key: string
  name: string
  referenceData: readonly { referencedataid: string; filename: string }[]
}

type MeasuredFile = DayMeasuresQuery['listMeasures'][number]

/** What was measured in the files of the day, by activity. */
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
  if (!data) return null
  if (rows.length === 0) return <p className={classes.quiet}>{t('nothingMeasured')}</p>
  return (
    <ul className={classes.measures} aria-label={t('measures')}>
      {rows.map(({ activity, referencedataid, filename, values }) => (
        <li key={referencedataid}>
          <span className={classes.quiet}>{activity.name}</span>{' '}
          <Link to={paths.recording(studyid, subjectid, activity.key, referencedataid)}>{filename}</Link>{' '}
          <span>{values}</span>
        </li>
      ))}
    </ul>
  )
}

/** Undefined if the file has nothing to tell. */
function useValuesText(): (file: MeasuredFile) => string | undefined {
  const t = useTranslations('day')
  const textOf = useMeasuredText()
  return ({ ofActivity, measures }) => {
    const text = textOf(measures)
    return text && (ofActivity ? text : `${text} · ${t('wholeRecording')}`)
  }
}
