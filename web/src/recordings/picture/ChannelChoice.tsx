import { useTranslations } from 'use-intl'
import classes from '../reading/Recording.module.css'
import type { Lane } from './geometry/lanes.ts'

/** The channels of hidden lanes, to show them again. */
export function ChannelChoice({
  channels,
  lanes,
  drawn,
  onDraw,
}: {
  channels: readonly { name: string; sensor?: string }[]
  lanes: readonly Lane[]
  drawn: ReadonlySet<number>
  onDraw: (channel: number) => void
}) {
  const t = useTranslations('recordings')
  const hidden = lanes
    .filter((lane) => !lane.channels.some((channel) => drawn.has(channel)))
    .flatMap((lane) => lane.channels)
  if (hidden.length === 0) return null
  return (
    <fieldset className={classes.choice}>
      <legend>{t('channelsHeading')}</legend>
      {hidden.map((channel) => (
        <label key={channel}>
          <input type="checkbox" checked={false} onChange={() => onDraw(channel)} />
          {channels[channel]?.sensor} {channels[channel]?.name}
        </label>
      ))}
    </fieldset>
  )
}
