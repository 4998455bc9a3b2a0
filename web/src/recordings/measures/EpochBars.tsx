import { useFormatter, useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { useUnitText } from '../../texts/measured/unit-name.ts'
import { dateTimeText, type TimeFormat, tickSteps, ticksBetween, timeText } from '../picture/geometry/time-axis.ts'
import { useLengthText } from '../texts/length-text.ts'
import { barsOf, extentOf, fittedExtent, lineOf } from './bars.ts'
import { isAmount } from './is-amount.ts'
import classes from './Measures.module.css'
import type { MeasuredFile, MeasureRow } from './use-measures.ts'

const height = 100
/** Bars up to this number stand apart. */
const mostApart = 120
const mostTicks = 8
/** Nearer to an end than this share of the width, a time would be cut off. */
const edge = 0.04

/** The values of a measure by epoch: an amount as bars, a level as a line. Epochs of which too little was recorded are hatched. */
export function EpochBars({
  file,
  row,
  name,
  assumed,
}: {
  file: MeasuredFile
  row: MeasureRow
  name: string
  /** How the picture shows times. Where it is not known when the recording began, it assumes a zone. */
  assumed: TimeFormat
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const unitText = useUnitText()
  const lengthText = useLengthText()
  const epochSeconds = file.epochSeconds ?? 60
  const bars = barsOf(row.epochs)
  const isBars = isAmount(row)
  const { low, high } = isBars ? extentOf(bars) : fittedExtent(bars)
  const y = (value: number) => height - ((value - low) / (high - low)) * height
  const timeFormat = file.measuredFrom === null ? assumed : { origin: file.measuredFrom, zone: studyZone() }
  const timeOf = (epoch: number) => dateTimeText((row.firstEpoch + epoch) * epochSeconds, 0, timeFormat)
  const valueText = (value: number) =>
    `${format.number(value, { maximumSignificantDigits: 3 })} ${unitText(row.unit ?? '')}`.trim()
  const perBar = (bars[0]?.to ?? 1) * epochSeconds
  const [from, lasts] = [row.firstEpoch * epochSeconds, row.epochs.length * epochSeconds]
  const step = tickSteps.find((each) => lasts / each <= mostTicks) ?? lasts
  const inset = bars.length <= mostApart ? 0.1 : 0
  const highest = bars.reduce(
    (best, bar) => ((bar.value ?? -Infinity) > (best?.value ?? -Infinity) ? bar : best),
    bars[0],
  )
  const lowest = bars.reduce((best, bar) => ((bar.value ?? Infinity) < (best?.value ?? Infinity) ? bar : best), bars[0])
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
        {!isBars
          ? t('measures.lineCaption', {
              name,
              epoch: lengthText(epochSeconds),
              bottom: valueText(lowest?.value ?? 0),
              top: valueText(highest?.value ?? 0),
            })
          : high > 0
            ? t('measures.barsCaption', { name, epoch: lengthText(epochSeconds), top: valueText(high) })
            : t('measures.barsCaptionBelow', { name, epoch: lengthText(epochSeconds), bottom: valueText(low) })}
        {perBar > epochSeconds &&
          `. ${t(isBars ? 'measures.barsJoined' : 'measures.pointsJoined', { length: lengthText(perBar) })}`}
      </figcaption>
      <svg viewBox={`0 0 ${row.epochs.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path
          className={classes.missing}
          d={bars
            .map(({ from, to, value }) => (value === null ? `M${from} ${height - 4}H${to}V${height}H${from}Z` : ''))
            .join('')}
        />
        {isBars ? (
          <path
            className={classes.bar}
            d={bars
              .map(({ from, to, value }) =>
                value === null ? '' : `M${from + inset} ${y(0)}V${y(value)}H${to - inset}V${y(0)}Z`,
              )
              .join('')}
          />
        ) : (
          <path className={classes.line} d={lineOf(bars, y)} />
        )}
      </svg>
      <div className={classes.ticks} aria-hidden>
        {ticksBetween(from + edge * lasts, from + (1 - edge) * lasts, step, timeFormat).map((at) => (
          <span key={at} style={{ left: `${((at - from) / lasts) * 100}%` }}>
            {timeText(at, step, timeFormat)}
          </span>
        ))}
      </div>
      <div className={classes.ends}>
        <span>{timeOf(0)}</span>
        <span>{timeOf(row.epochs.length)}</span>
      </div>
    </figure>
  )
}
