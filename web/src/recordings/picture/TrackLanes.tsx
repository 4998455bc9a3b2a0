import { type Item, stageOf, type Track } from '@casebook/domain/recordings/seen/tracks.ts'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { colourOf, type Scheme } from './geometry/colours.ts'
import { placeOf, type TimeWindow } from './geometry/time-window.ts'
import lanes from './Picture.module.css'
import classes from './TrackLanes.module.css'
import type { NotWorn } from './tracks/not-worn.ts'
import { thinned } from './tracks/thinned.ts'

/** Texts of a legend that are listed. */
const mostListed = 6
/** The part of the picture from which an item has room for its text. */
const labelShare = 0.08
/** In pixels: a stage with its name. */
const levelHeight = 18

/** What annotations tell, and what was not worn: a lane each below the signals, with its legend. */
export const TrackLanes = memo(function TrackLanes({
  tracks,
  notWorn,
  shown,
  scheme,
}: {
  tracks: readonly Track[]
  notWorn: readonly NotWorn[]
  shown: TimeWindow
  scheme: Scheme
}) {
  const t = useTranslations('recordings')
  return (
    <>
      {notWorn.map(({ flag, stretches }) => (
        <div key={flag} className={lanes.lane}>
          <div className={classes.legend}>
            <span className={classes.kind}>{t('tracks.wear')}</span>
            <ul>
              <li>
                <span className={classes.swatch} data-hatched />
                {flag === null ? t('tracks.notWorn') : t('tracks.notWornByFlag', { column: flag })}
              </li>
            </ul>
          </div>
          <div className={classes.track}>
            {stretches
              .filter(({ from, to }) => to >= shown.from && from <= shown.to)
              .map(({ from, to }) => (
                <div key={from} className={classes.item} data-hatched style={placeOf({ from, to }, shown)} />
              ))}
          </div>
        </div>
      ))}
      {tracks.map(({ kind, source, legend, items }) => (
        <div key={`${kind} ${source}`} className={lanes.lane}>
          <div className={classes.legend}>
            <span className={classes.kind}>{source ?? t(`tracks.${kind}`)}</span>
            <ul>
              {legend.slice(0, mostListed).map((text, index) => (
                <li key={text}>
                  <span className={classes.swatch} style={{ background: colourOf(scheme, index) }} />
                  <span className={classes.text} title={text}>
                    {text}
                  </span>
                </li>
              ))}
            </ul>
            {legend.length > mostListed && (
              <span className={classes.more}>{t('tracks.more', { count: legend.length - mostListed })}</span>
            )}
          </div>
          <div
            className={classes.track}
            data-kind={kind}
            {...(kind === 'stages' && { style: { minHeight: legend.length * levelHeight } })}
          >
            {thinned(items, shown).map((item) => (
              <div
                key={`${item.from} ${item.text}`}
                className={classes.item}
                style={{
                  ...placeOf(item, shown),
                  ...(kind === 'stages' && levelOf(item, legend.length)),
                  background: colourOf(scheme, item.text),
                }}
              >
                {isWide(item, shown) && <span>{labelOf(kind, legend[item.text] ?? '')}</span>}
              </div>
            ))}
          </div>
        </div>
      ))}
    </>
  )
})

/** Deeper stages stand lower. */
function levelOf({ text }: Item, levels: number) {
  return { top: `${(100 * text) / levels}%`, height: `${100 / levels}%` }
}

/** There is little room for the name of a stage, and the legend has all of it. */
function labelOf(kind: Track['kind'], text: string): string {
  return kind === 'stages' ? stageOf(text) : text
}

function isWide({ from, to }: Item, shown: TimeWindow): boolean {
  return Math.min(to, shown.to) - Math.max(from, shown.from) >= labelShare * (shown.to - shown.from)
}
