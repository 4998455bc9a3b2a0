import { useFormatter } from 'use-intl'
import { useMeasureName } from './measure-name.ts'
import { useUnitText } from './unit-name.ts'

type Value = {
  readonly channel: string
  readonly measure: string
  readonly unit: string | null
  readonly value: number | null
}

/** What is told of each file where there is one line for it; its screen has all. */
const told = ['enmo', 'steps', 'heart_rate', 'ecg_usable']

/** The values of a file in one line, those of several sensors with their names. Undefined if it has none of them. */
export function useMeasuredText(): (measures: readonly Value[]) => string | undefined {
  const format = useFormatter()
  const nameOf = useMeasureName()
  const unitText = useUnitText()
  return (measures) => {
    const rows = told.flatMap((name) =>
      measures.filter(({ measure, value }) => measure === name && typeof value === 'number'),
    )
    if (rows.length === 0) return undefined
    const isOneOfSeveral = (name: string) => rows.filter(({ measure }) => measure === name).length > 1
    const values = rows.map(({ measure, channel, value, unit }) => {
      const number = format.number(value ?? 0, { maximumSignificantDigits: 3 })
      const name = isOneOfSeveral(measure) ? `${nameOf(measure)} (${channel})` : nameOf(measure)
      // Steps are counted in steps.
      return `${name} ${number} ${unit === measure ? '' : unitText(unit ?? '')}`.trim()
    })
    return values.join(' · ')
  }
}
