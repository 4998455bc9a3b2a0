import type { Remark } from '../recording.ts'

/** All remarks about reading text. Columns are counted from 1. */
export type CsvRemarkCode =
  | 'gzip'
  /** `encoding` */
  | 'encoding'
  /** `delimiter` */
  | 'delimiter'
  | 'decimal-comma'
  /** `rows` */
  | 'header-rows'
  | 'no-header'
  /** A row of units below the names. */
  | 'units-row'
  /** A row of sensors above the names. */
  | 'sensor-row'
  /** `column`; `form`: s, ms, us, ns, date-time, time-of-day */
  | 'time-column'
  /** `date`, `time` */
  | 'date-and-time-columns'
  | 'no-time-column'
  /** The file gives no unit for the time. `unit` is assumed by its size. */
  | 'time-unit-assumed'
  /** `order`: ymd, dmy, mdy; the dates alone are ambiguous. */
  | 'date-order-assumed'
  /** `rate`, in Hz; `from`: preamble, time-column, layout */
  | 'rate'
  /** `interval`, in seconds, the median. */
  | 'irregular'
  /** Neither a time column nor a rate: a second on the axis is a sample. */
  | 'rate-unknown'
  /** `from`: preamble, time-column, layout */
  | 'start'
  | 'start-unknown'
  | 'times-have-zone'
  | 'times-without-zone'
  /** `column` */
  | 'counter-column'
  /** `columns`: their texts are annotations. */
  | 'text-columns'
  /** `columns`: they have names but no content. */
  | 'empty-columns'
  /** `device`: actigraph, empatica */
  | 'dialect'

export function remark(code: CsvRemarkCode, params?: Remark['params']): Remark {
  return params ? { code, params } : { code }
}
