import { useFormatter, useTranslations } from 'use-intl'
import { useRateText } from '../texts/measured/rate-text.ts'
import { useUnitText } from '../texts/measured/unit-name.ts'
import { dateTimeText, type TimeFormat } from './picture/geometry/time-axis.ts'
import classes from './reading/Recording.module.css'
import { isRateUnknown, type ReadingState } from './reading/reading-state.ts'
import { useLengthText } from './texts/length-text.ts'

const mostListed = 200

/** The contents of the picture as tables: channels, annotations, and faults of the file. */
export function FileTables({ state, timeFormat }: { state: ReadingState; timeFormat: TimeFormat }) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const lengthText = useLengthText()
  const rateText = useRateText()
  const unitText = useUnitText()
  const { opened, survey, annotations, faults } = state
  const gaps = survey?.gaps.longest ?? []
  const channels = survey?.channels ?? opened?.description.channels ?? []
  const isTimeless = isRateUnknown(state)
  return (
    <div className={classes.tables}>
      {channels.length > 0 && (
        <details className={classes.details} open={channels.length <= 12}>
          <summary>{t('tableHeading')}</summary>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('statistics.channel')}</th>
                <th scope="col">{t('tableUnit')}</th>
                <th scope="col">{t('tableKind')}</th>
                <th scope="col" data-number>
                  {t('tableRate')}
                </th>
                <th scope="col" data-number>
                  {t('tableSamples')}
                </th>
              </tr>
            </thead>
            <tbody>
              {channels.map((channel, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place
                <tr key={index}>
                  <th scope="row">
                    {channel.sensor} {channel.name}
                  </th>
                  <td>{unitText(channel.unit ?? '') || '–'}</td>
                  <td>{t(`kinds.${channel.kind}`)}</td>
                  <td data-number>
                    {channel.rate === null ? t(isTimeless ? 'rateUnknown' : 'irregular') : rateText(channel.rate)}
                  </td>
                  <td data-number>{'samples' in channel ? format.number(Number(channel.samples)) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {annotations.length > 0 && (
        <details className={classes.details}>
          <summary>{t('annotationsHeading')}</summary>
          {annotations.length > mostListed && (
            <p className={classes.quiet}>{t('annotationsMore', { shown: mostListed, all: annotations.length })}</p>
          )}
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('annotationAt')}</th>
                <th scope="col">{t('annotationLength')}</th>
                <th scope="col">{t('annotationText')}</th>
              </tr>
            </thead>
            <tbody>
              {annotations.slice(0, mostListed).map(({ at, duration, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: annotations have no identity of their own
                <tr key={index}>
                  <td className={classes.tabular}>{dateTimeText(at, 3, timeFormat)}</td>
                  <td>{duration === null ? '–' : lengthText(duration)}</td>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {gaps.length > 0 && (
        <details className={classes.details}>
          <summary>{t('gapsHeading')}</summary>
          {survey && survey.gaps.count > gaps.length && (
            <p className={classes.quiet}>{t('gapsMore', { shown: gaps.length, all: survey.gaps.count })}</p>
          )}
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('gapFrom')}</th>
                <th scope="col">{t('gapTo')}</th>
                <th scope="col">{t('annotationLength')}</th>
              </tr>
            </thead>
            <tbody>
              {gaps.map(({ at, seconds }) => (
                <tr key={at}>
                  <td className={classes.tabular}>{dateTimeText(at, 3, timeFormat)}</td>
                  <td className={classes.tabular}>{dateTimeText(at + seconds, 3, timeFormat)}</td>
                  <td>{lengthText(seconds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {faults.length > 0 && (
        <details className={classes.details} open>
          <summary>{t('faultsHeading')}</summary>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('faultWhat')}</th>
                <th scope="col" data-number>
                  {t('faultCount')}
                </th>
                <th scope="col">{t('faultWhere')}</th>
              </tr>
            </thead>
            <tbody>
              {faults.slice(0, mostListed).map(({ what, count, offset, line, at, detail }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: faults have no identity of their own
                <tr key={index}>
                  <td>
                    {t(`fault.${what}`)} {detail && <span className={classes.unit}>{detail}</span>}
                  </td>
                  <td data-number>{format.number(count)}</td>
                  <td className={classes.tabular}>
                    {[
                      line !== null && t('line', { line }),
                      line === null && offset !== null && t('byte', { offset }),
                      at !== null && dateTimeText(at, 3, timeFormat),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  )
}
