import { useFormatter, useTranslations } from 'use-intl'
import { useMeasureName } from '../../texts/measured/measure-name.ts'
import { useUnitText } from '../../texts/measured/unit-name.ts'
import recording from '../reading/Recording.module.css'
import type { MeasureRow } from './use-measures.ts'

/** Every value, and how it was measured. */
export function MeasuresTable({ measures }: { measures: readonly MeasureRow[] }) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const nameOf = useMeasureName()
  const unitText = useUnitText()
  const methods = new Map(measures.map((row) => [row.method, row]))
  return (
    <details className={recording.details}>
      <summary>{t('measures.all')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too */}
      <section className={recording.scrolling} aria-label={t('measures.all')} tabIndex={0}>
        <table className={recording.table}>
          <thead>
            <tr>
              <th scope="col">{t('statistics.channel')}</th>
              <th scope="col">{t('measures.measure')}</th>
              <th scope="col" data-number>
                {t('measures.value')}
              </th>
              <th scope="col" data-number>
                {t('measures.recorded')}
              </th>
              <th scope="col">{t('measures.method')}</th>
            </tr>
          </thead>
          <tbody>
            {measures.map(({ channel, measure, value, unit, recorded, method, methodVersion }) => (
              <tr key={`${channel} ${measure}`}>
                <th scope="row">{channel}</th>
                <td>{nameOf(measure)}</td>
                <td data-number>
                  {value === null ? '–' : format.number(value, { maximumSignificantDigits: 6 })}
                  {unit && <span className={recording.unit}> {unitText(unit)}</span>}
                </td>
                <td data-number>{format.number(recorded, { style: 'percent', maximumFractionDigits: 0 })}</td>
                <td>
                  {method} {methodVersion}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul>
        {[...methods.values()].map(({ method, methodVersion, reference, parameters }) => (
          <li key={method}>
            <strong>
              {method} {methodVersion}
            </strong>
            : {reference} <span className={recording.unit}>{parametersText(parameters)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function parametersText(json: string): string {
  const parameters: Record<string, unknown> = JSON.parse(json)
  return Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}
