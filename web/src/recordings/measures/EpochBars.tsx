import { useFormatter, useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { unitText } from '../../texts/measured/unit-text.ts'
import { dateTimeText } from '../picture/geometry/time-axis.ts'
import { useLengthText } from '../texts/length-text.ts'
import { barsOf, extentOf } from './bars.ts'
import classes from './Measures.module.css'
import type { MeasuredFile, MeasureRow } from './use-measures.ts'

const height = 100

/** The values of a measure by epoch, as bars. Epochs of which too little was recorded are hatched. */
export function EpochBars({ file, row, name }: { file: MeasuredFile; row: MeasureRow; name: string }) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const lengthText = useLengthText()
  const epochSeconds = file.epochSeconds ?? 60
  const bars = barsOf(row.epochs)
  const { low, high } = extentOf(bars)
  const y = (value: number) => height - ((value - low) / (high - low)) * height
  const timeFormat = { origin: file.measuredFrom, zone: studyZone() }
  const timeOf = (epoch: number) => dateTimeText((row.firstEpoch + epoch) * epochSeconds, 0, timeFormat)
  const valueText = (value: number) =>
    `${format.number(value, { maximumSignificantDigits: 3 })} ${unitText(row.unit ?? '')}`.trim()
  const highest = bars.reduce(
    (best, bar) => ((bar.value ?? -Infinity) > (best?.value ?? -Infinity) ? bar : best),
    bars[0],
  )
  const label = t('measures.barsLabel', {
    name,
    epoch: lengthText(epochSeconds),
    from: timeOf(0),
    to: timeOf(row.epochs.length),
    highest: valueText(highest?.value ?? 0),
    at: timeOf(highest?.from ?? 0),
  })
  return (
    <figure className={classes.bars}>
      <figcaption>
        {high > 0
          ? t('measures.barsCaption', { name, epoch: lengthText(epochSeconds), top: valueText(high) })
          : t('measures.barsCaptionBelow', { name, epoch: lengthText(epochSeconds), bottom: valueText(low) })}
      </figcaption>
      <svg viewBox={`0 0 ${row.epochs.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path
          className={classes.missing}
          d={bars
            .map(({ from, to, value }) => (value === null ? `M${from} ${height - 4}H${to}V${height}H${from}Z` : ''))
            .join('')}
        />
        <path
          className={classes.bar}
          d={bars
            .map(({ from, to, value }) => (value === null ? '' : `M${from} ${y(0)}V${y(value)}H${to}V${y(0)}Z`))
            .join('')}
        />
      </svg>
      <div className={classes.ends}>
        <span>{timeOf(0)}</span>
        <span>{timeOf(row.epochs.length)}</span>
      </div>
    </figure>
  )
}
