import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { lengthParts } from '../../texts/length-parts.ts'
import type { DayLayout } from './day-layout.ts'
import type { RecordedActivity } from './recorded-files.ts'
import classes from './SubjectDay.module.css'
import type { GoTo } from './show-activity.ts'

const top = 18
const activityHeight = 26
const fileHeight = 16
/** Gaps narrower than this, in percent of the width, have no label. */
const labelledFrom = 6
/** The same on a narrow screen. */
const labelledOnPhonesFrom = 14

/** The picture alone. The list beside it contains the same for people who can't see or point. */
export function DayPicture({
  layout,
  caption,
  warned,
  onGo,
}: {
  layout: DayLayout<RecordedActivity>
  caption: string | undefined
  warned: ReadonlySet<string>
  /** Omitted when printed. */
  onGo?: GoTo
}) {
  const t = useTranslations('day')
  const gapid = useId()
  const { activities, activityLanes, files, fileLanes, gaps, ticks } = layout
  const filesTop = top + activityLanes * activityHeight + 6
  const height = Math.max(64, filesTop + fileLanes * fileHeight + 4)
  const percent = (value: number) => `${value.toFixed(3)}%`

  return (
    <figure className={classes.figure}>
      {caption && <figcaption className={classes.quiet}>{caption}</figcaption>}
      <svg className={classes.picture} width="100%" height={height} aria-hidden>
        <defs>
          <pattern id={gapid} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="6" className={classes.hatch} />
          </pattern>
        </defs>
        {ticks.map(({ at, text }, index) => (
          <g key={at} data-second={index % 2 === 1 || undefined} className={classes.tick}>
            <line x1={percent(at)} x2={percent(at)} y1={top - 4} y2={height} />
            <text x={percent(at)} y={10} dx={at > 96 ? -34 : 0}>
              {text}
            </text>
          </g>
        ))}
        {gaps.map(({ from, to, seconds }) => (
          <g key={from}>
            <rect
              x={percent(from)}
              width={percent(to - from)}
              y={top + 6}
              height={activityHeight - 12}
              fill={`url(#${gapid})`}
            />
            {to - from > labelledFrom && (
              <text
                className={classes.gap}
                data-short={to - from <= labelledOnPhonesFrom || undefined}
                x={percent((from + to) / 2)}
                y={top + 17}
                textAnchor="middle"
              >
                {t('length', lengthParts(seconds))}
              </text>
            )}
          </g>
        ))}
        {activities.map(({ of, from, to, lane }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list offers the same by keyboard
          <svg
            key={of.key}
            className={classes.activity}
            data-warned={warned.has(of.key) || undefined}
            x={percent(from)}
            width={percent(Math.max(0.4, to - from))}
            y={top + lane * activityHeight}
            height={activityHeight - 3}
            onClick={() => onGo?.(of.key, false)}
          >
            <title>{of.name}</title>
            <rect width="100%" height="100%" rx="3" />
            <foreignObject width="100%" height="100%">
              <div className={classes.label}>
                {warned.has(of.key) ? '⚠ ' : ''}
                {of.name}
              </div>
            </foreignObject>
          </svg>
        ))}
        {files.map(({ of, from, to, lane }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <svg
            key={of.referencedataid}
            className={classes.file}
            x={percent(from)}
            width={percent(Math.max(0.4, to - from))}
            y={filesTop + lane * fileHeight}
            height={fileHeight}
            onClick={() => onGo?.(of.activity, true)}
          >
            <title>{of.filename}</title>
            <rect width="100%" height="100%" fill="transparent" />
            <line x1="0" x2="100%" y1="3" y2="3" />
            <line x1="1" x2="1" y1="0" y2="7" />
            <line x1="100%" x2="100%" y1="0" y2="7" />
            <foreignObject y="4" width="100%" height={fileHeight - 4}>
              <div className={classes.fileLabel}>{of.filename}</div>
            </foreignObject>
          </svg>
        ))}
      </svg>
    </figure>
  )
}
