import type { Channel } from '@casebook/domain/recordings/recording.ts'
import { Fragment, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useUnitText } from '../../texts/measured/unit-name.ts'
import type { Seen } from '../reading/reading-state.ts'
import { shortNames } from '../texts/short-names.ts'
import { colourOf, type Scheme } from './geometry/colours.ts'
import { valueAt } from './geometry/lane-data.ts'
import type { Lane } from './geometry/lanes.ts'
import classes from './LaneLegend.module.css'

/** A lane's kind and unit, and its channels with their values at the cursor. Each channel can be hidden. */
export function LaneLegend({
  lane,
  channels,
  drawn,
  onDraw,
  seen,
  cursor,
  scheme,
}: {
  lane: Lane
  channels: readonly Channel[]
  drawn: ReadonlySet<number>
  onDraw: (channel: number, isDrawn: boolean) => void
  seen: Seen | undefined
  cursor: number | undefined
  scheme: Scheme
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const unitText = useUnitText()
  const number = (value: number) => format.number(value, { maximumSignificantDigits: 5, useGrouping: false })
  const kind = t(`kinds.${lane.kind}`)
  const names = useMemo(() => shortNames(channels.map(({ name }) => name)), [channels])
  const unit = unitText(lane.unit ?? '')
  return (
    <div className={classes.legend}>
      <p className={classes.kind}>
        {unit ? t('lane', { kind, unit }) : kind}
        {lane.sensor && <span className={classes.sensor}> {lane.sensor}</span>}
      </p>
      <ul>
        {lane.channels.map((channel, place) => {
          const isDrawn = drawn.has(channel)
          const view = seen?.views[channel]
          const value = view && isDrawn && cursor !== undefined ? valueAt(view, cursor) : undefined
          return (
            <li key={channel}>
              <label className={classes.channel}>
                <input type="checkbox" checked={isDrawn} onChange={() => onDraw(channel, !isDrawn)} />
                <span className={classes.swatch} style={{ background: colourOf(scheme, place) }} aria-hidden />
                <span className={classes.name} title={channels[channel]?.name}>
                  <BrokenName name={names[channel] ?? ''} />
                </span>
              </label>
              <span className={classes.value}>
                {value && (value.min === value.max ? number(value.min) : `${number(value.min)} … ${number(value.max)}`)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** A name that is too long for its line is broken after such a sign rather than within a word. */
const words = /[^_./:-]*[_./:-]+|[^_./:-]+$/g

function BrokenName({ name }: { name: string }) {
  return [...name.matchAll(words)].map(({ 0: word, index }) => (
    <Fragment key={index}>
      {word}
      <wbr />
    </Fragment>
  ))
}
