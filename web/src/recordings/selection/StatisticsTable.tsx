import type { Channel } from '@casebook/domain/recordings/recording.ts'
import type { Statistics } from '@casebook/domain/recordings/seen/statistics.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { useUnitText } from '../../texts/measured/unit-name.ts'
import classes from '../reading/Recording.module.css'

const columns = ['n', 'mean', 'sd', 'min', 'max', 'rms', 'missing', 'gaps'] as const

/** The statistics of a range, with a row for each visible channel. */
export function StatisticsTable({
  channels,
  drawn,
  statistics,
}: {
  channels: readonly Channel[]
  drawn: ReadonlySet<number>
  statistics: readonly Statistics[]
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const unitText = useUnitText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
    <section className={classes.scrolling} aria-label={t('selection')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.channel')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" data-number>
                {t(`statistics.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statistics.map(
            (row, channel) =>
              drawn.has(channel) && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place
                <tr key={channel}>
                  <th scope="row">
                    {channels[channel]?.sensor} {channels[channel]?.name}
                    {channels[channel]?.unit && (
                      <span className={classes.unit}> {unitText(channels[channel].unit)}</span>
                    )}
                  </th>
                  {columns.map((column) => {
                    const value = row[column]
                    return (
                      <td key={column} data-number>
                        {value === null ? '–' : format.number(value, { maximumSignificantDigits: 6 })}
                      </td>
                    )
                  })}
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  )
}
