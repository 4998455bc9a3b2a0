import { useFormatter, useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { useMeasureName } from '../../texts/measured/measure-name.ts'
import { useUnitText } from '../../texts/measured/unit-name.ts'
import recording from '../reading/Recording.module.css'
import type { MeasuredFile } from './use-measures.ts'

type Earlier = {
  measuredAt: string
  why: ('methods' | 'layout' | 'time' | 'epoch')[]
  methods: Record<string, string>
  values: { channel: string; measure: string; value: number | null; unit: string | null }[]
}

/** What was measured before, and why it was measured again: nothing changes silently. */
export function EarlierMeasures({ file }: { file: MeasuredFile }) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const nameOf = useMeasureName()
  const unitText = useUnitText()
  const earlier: Earlier[] = JSON.parse(file.earlier)
  if (earlier.length === 0) return null
  const now = new Map(file.measures.map((row) => [`${row.channel} ${row.measure}`, row]))
  const number = (value: number | null) =>
    value === null ? '–' : format.number(value, { maximumSignificantDigits: 6 })
  return (
    <details className={recording.details}>
      <summary>{t('measures.earlier', { count: earlier.length })}</summary>
      <ul>
        {earlier.map(({ measuredAt, why, methods, values }) => {
          const changed = values.filter(
            ({ channel, measure, value }) => now.get(`${channel} ${measure}`)?.value !== value,
          )
          return (
            <li key={measuredAt}>
              {t('measures.until', {
                at: format.dateTime(new Date(measuredAt), {
                  dateStyle: 'short',
                  timeStyle: 'short',
                  timeZone: studyZone(),
                }),
                why: why.map((each) => t(`measures.why.${each}`)).join(', '),
              })}{' '}
              {changed
                .map(({ channel, measure, value, unit }) => {
                  const { method = '' } = now.get(`${channel} ${measure}`) ?? {}
                  const version = methods[method] ? ` (${method} ${methods[method]})` : ''
                  return `${channel}, ${nameOf(measure)}: ${number(value)} ${unitText(unit ?? '')}`.trim() + version
                })
                .join('; ')}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
