import { gzipSync } from 'node:zlib'

export type WrittenCsv = {
  delimiter: ',' | ';' | '\t' | '|'
  decimal: '.' | ','
  lineEnd: '\n' | '\r\n'
  encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'windows-1252'
  isGzip: boolean
  isQuoted: boolean
  sepLine: boolean
  header: 'none' | 'names' | 'names-and-units' | 'units-in-names' | 'sensors-and-names'
  time: 'none' | 'epoch-s' | 'epoch-ms' | 'iso-zone' | 'iso-local' | 'date-and-time' | 'norwegian' | 'seconds'
  /** Epoch milliseconds of the first row, and between rows. */
  start: number
  stepMs: number
}

/** Writes channels a, b, c … of acceleration, in one of the notations that programs use. */
export function writeCsv(form: WrittenCsv, rows: readonly (readonly (number | null)[])[]): Uint8Array<ArrayBuffer> {
  const width = rows[0]?.length ?? 0
  const names = Array.from({ length: width }, (_, index) => `å${String.fromCharCode(97 + index)}`)
  const lines = [...(form.sepLine ? [`sep=${form.delimiter}`] : []), ...headerLines(form, names)]
  for (const [index, row] of rows.entries()) {
    const at = form.start + index * form.stepMs
    const numbers = row.map((value) => (value === null ? '' : String(value).replace('.', form.decimal)))
    lines.push([...timeCells(form, at), ...numbers].map((cell) => quoted(form, cell)).join(form.delimiter))
  }
  return encoded(form, `${lines.join(form.lineEnd)}${form.lineEnd}`)
}

function headerLines({ header, time, delimiter }: WrittenCsv, names: readonly string[]): string[] {
  const timeNames = time === 'none' ? [] : time === 'date-and-time' ? ['Dato', 'Klokkeslett'] : ['time']
  const blank = timeNames.map(() => '')
  const timeUnit = time === 'epoch-ms' ? 'ms' : time === 'epoch-s' || time === 'seconds' ? 's' : ''
  const rows: string[][] = []
  if (header === 'none') return []
  if (header === 'sensors-and-names')
    rows.push([...blank, ...names.map((_, index) => (index < 2 ? 'left foot' : 'right foot'))])
  if (header === 'units-in-names') rows.push([...timeNames, ...names.map((name) => `${name} (m/s^2)`)])
  else rows.push([...timeNames, ...names])
  if (header === 'names-and-units') rows.push([...blank.map(() => timeUnit), ...names.map(() => 'm/s^2')])
  return rows.map((row) => row.join(delimiter))
}

function timeCells({ time, decimal, start }: WrittenCsv, at: number): string[] {
  const iso = new Date(at).toISOString()
  const [year, month, day, clock = ''] = iso.slice(0, -1).split(/[-T]/)
  const marked = (text: string) => text.replace('.', decimal)
  if (time === 'epoch-s') return [marked((at / 1000).toFixed(3))]
  if (time === 'epoch-ms') return [String(at)]
  if (time === 'iso-zone') return [iso.replace('Z', '+00:00')]
  if (time === 'iso-local') return [iso.slice(0, -1).replace('T', ' ')]
  if (time === 'date-and-time') return [`${year}-${month}-${day}`, clock]
  if (time === 'norwegian') return [`${day}.${month}.${year} ${marked(clock)}`]
  return time === 'seconds' ? [marked(((at - start) / 1000).toFixed(3))] : []
}

function quoted({ isQuoted, delimiter }: WrittenCsv, cell: string): string {
  return isQuoted || cell.includes(delimiter) ? `"${cell}"` : cell
}

function encoded({ encoding, isGzip }: WrittenCsv, text: string): Uint8Array<ArrayBuffer> {
  const marked = encoding === 'utf-8-bom' || encoding === 'utf-16le' ? `\ufeff${text}` : text
  const as = encoding === 'utf-16le' ? 'utf16le' : encoding === 'windows-1252' ? 'latin1' : 'utf8'
  const bytes = Buffer.from(marked, as)
  return new Uint8Array(isGzip ? gzipSync(bytes) : bytes)
}
