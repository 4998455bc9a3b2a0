import { samplesOf } from '@casebook/domain/recordings/wfdb/record-files.ts'
import { NativeSelect } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import { useMeasureName } from '../../texts/measured/measure-name.ts'
import { useUnitText } from '../../texts/measured/unit-name.ts'
import type { TimeFormat } from '../picture/geometry/time-axis.ts'
import recording from '../reading/Recording.module.css'
import { EarlierMeasures } from './EarlierMeasures.tsx'
import { EpochBars } from './EpochBars.tsx'
import { firstDrawn } from './first-drawn.ts'
import classes from './Measures.module.css'
import { MeasuresTable } from './MeasuresTable.tsx'
import { type MeasureRow, type OwnMeasuring, useMeasures } from './use-measures.ts'

/** Statistics of single channels are in the table; those of methods are seen first. */
const isMain = ({ method }: MeasureRow) => method !== 'statistics' && method !== 'median-frequency'

/** What was measured in a file: a row of values, one of them by epoch, and how each was measured. */
export function MeasuresPanel({
  subjectid,
  own,
  timeFormat,
}: {
  subjectid: string
  own: OwnMeasuring
  timeFormat: TimeFormat
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const nameOf = useMeasureName()
  const unitText = useUnitText()
  const file = useMeasures(subjectid, own)
  const [chosen, setChosen] = useState('')
  if (!file || file.state === 'UNREADABLE') return null
  const { measures, isOwn } = file
  const samples = samplesOf(own.file.filename)
  const main = measures.filter(isMain)
  const channels = [...new Set(main.map(({ channel }) => channel))]
  const several = channels.length > 1
  const drawable = [...main, ...measures.filter((row) => !isMain(row))].filter(({ epochs }) => epochs.length > 1)
  const keyOf = (row: MeasureRow) => `${row.channel} ${row.measure}`
  const drawn = drawable.find((row) => keyOf(row) === chosen) ?? firstDrawn(drawable)
  const labelOf = (row: MeasureRow) =>
    several || !isMain(row) ? `${nameOf(row.measure)} (${row.channel})` : nameOf(row.measure)

  return (
    <section className={classes.measures} aria-labelledby="measures-heading">
      <h2 id="measures-heading">{t('measures.heading')}</h2>
      {file.state === 'WAITING' && !isOwn && (
        <Notice kind="info">{t(measures.length > 0 ? 'measures.again' : 'measures.waiting')}</Notice>
      )}
      {measures.length > 0 && (
        <p className={recording.quiet}>
          {t(file.ofActivity ? 'measures.ofActivity' : 'measures.ofRecording')} {isOwn && t('measures.own')}
        </p>
      )}
      {(file.state === 'MEASURED' || isOwn) && measures.length === 0 && (
        <p className={recording.quiet}>
          {samples ? t('measures.withSamples', { filename: samples }) : t('measures.none')}
        </p>
      )}
      {channels.map((channel) => (
        <Fragment key={channel}>
          {several && <h3>{channel}</h3>}
          <dl className={classes.row}>
            {main
              .filter((row) => row.channel === channel)
              .map((row) => (
                <div key={row.measure}>
                  <dt>{nameOf(row.measure)}</dt>
                  <dd>
                    {row.value === null ? '–' : format.number(row.value, { maximumSignificantDigits: 4 })}{' '}
                    {row.value !== null && row.unit !== row.measure && (
                      <span className={recording.unit}>{unitText(row.unit ?? '')}</span>
                    )}
                  </dd>
                </div>
              ))}
          </dl>
        </Fragment>
      ))}
      {main.some(({ measure, value }) => measure === 'ecg_usable' && (value ?? 0) < 50) && (
        <Notice kind="warning">{t('measures.noisy')}</Notice>
      )}
      {drawn && (
        <>
          {drawable.length > 1 && (
            <NativeSelect
              className={classes.choice}
              label={t('measures.byEpoch')}
              value={keyOf(drawn)}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={drawable.map((row) => ({ value: keyOf(row), label: labelOf(row) }))}
            />
          )}
          <EpochBars file={file} row={drawn} name={labelOf(drawn)} assumed={timeFormat} />
        </>
      )}
      {measures.length > 0 && <MeasuresTable measures={measures} />}
      <EarlierMeasures file={file} />
    </section>
  )
}
