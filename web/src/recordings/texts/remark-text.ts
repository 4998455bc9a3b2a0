import type { Remark } from '@casebook/domain/recordings/recording.ts'
import { offsetText } from '@casebook/domain/shared/offset-text.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { useRateText } from '../../texts/measured/rate-text.ts'
import type { recordingsEn } from './messages.en.ts'

type Codes = keyof typeof recordingsEn.remark
const codes: { readonly [Code in Codes]: true } = {
  gzip: true,
  encoding: true,
  delimiter: true,
  'decimal-comma': true,
  'header-rows': true,
  'other-table': true,
  'no-header': true,
  'units-row': true,
  'sensor-row': true,
  'time-column': true,
  'date-and-time-columns': true,
  descending: true,
  'no-time-column': true,
  'time-unit-assumed': true,
  'epoch-assumed': true,
  'first-unit-assumed': true,
  'date-order-assumed': true,
  'long-table': true,
  rate: true,
  'rate-stated': true,
  irregular: true,
  'rate-unknown': true,
  start: true,
  'start-unknown': true,
  'times-have-zone': true,
  'times-without-zone': true,
  'counter-column': true,
  'text-columns': true,
  'other-times': true,
  'empty-columns': true,
  dialect: true,
  'utc-offset': true,
}
const forms = {
  d: true,
  h: true,
  min: true,
  s: true,
  ms: true,
  us: true,
  '100ns': true,
  ns: true,
  'date-time': true,
  'time-of-day': true,
  'minutes-and-seconds': true,
} as const
const epochs = ['0', '1', '1601', '1900', '1904', '1970', '2001'] as const
const sources = { preamble: true, 'time-column': true, layout: true } as const
const dateOrders = { ymd: true, dmy: true, mdy: true } as const
const makers = { empatica: 'Empatica', actigraph: 'ActiGraph' } as const
const delimiters = { ',': ',', ';': ';', '\t': 'tab', '|': '|', ' ': 'space' } as const

function isKey<Keys extends object>(keys: Keys, key: unknown): key is keyof Keys {
  return typeof key === 'string' && Object.hasOwn(keys, key)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Describes what a reader recognised. */
export function useRemarkText(): (remark: Remark) => string {
  const t = useTranslations('recordings')
  const format = useFormatter()
  const rateText = useRateText()

  return ({ code, params = {} }) => {
    if (!isKey(codes, code)) return code
    const number = (name: string) => Number(params[name] ?? 0)
    const text = (name: string) => String(params[name] ?? '')
    const precise = (name: string) => format.number(number(name), { maximumSignificantDigits: 6 })
    const formOf = (name: string) => {
      const form = params[name]
      return isKey(forms, form) ? t(`forms.${form}`) : text(name)
    }
    const epoch = epochs.find((each) => each === text('epoch'))
    const { from, delimiter, device, order } = params
    return t(`remark.${code}`, {
      column: number('column'),
      columns: text('columns'),
      date: number('date'),
      time: number('time'),
      rows: number('rows'),
      line: number('line'),
      delimiter: isKey(delimiters, delimiter) ? t(`delimiters.${delimiters[delimiter]}`) : text('delimiter'),
      device: isKey(makers, device) ? makers[device] : text('device'),
      encoding: text('encoding'),
      epoch: epoch ? t(`epochs.y${epoch}`) : text('epoch'),
      form: formOf('form'),
      unit: formOf('unit'),
      from: isKey(sources, from) ? t(`sources.${from}`) : text('from'),
      interval: precise('interval'),
      rate: capitalised(rateText(number('rate'))),
      offset: offsetText(number('minutes') * 60),
      order: isKey(dateOrders, order) ? t(`settings.${order}`).toLowerCase() : text('order'),
    })
  }
}
