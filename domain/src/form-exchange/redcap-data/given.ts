import { columnsOf, completeColumn, headingOf, type Instrument, type RedcapProject } from './project.ts'

/** An instrument as the columns of a file show it. */
export type GivenInstrument = Instrument & { complete: string; columnNames: ReadonlySet<string> }

/** The instruments of a project, as a file with these headings has them. */
export function givenInstruments({ instruments }: RedcapProject, headings: readonly string[]): GivenInstrument[] {
  const names = headings.map((name) => name.toLowerCase())
  const known = new Set(instruments.flatMap(headingOf))
  return instruments.map((instrument) => givenInstrument(instrument, names, known))
}

/**
 * It may have another name in REDCap than here: the column that says how far it is follows its fields, unless a column of
 * another instrument does, as in a file of selected fields. `known`: the columns of all instruments under their names here.
 */
function givenInstrument(
  instrument: Instrument,
  names: readonly string[],
  known: ReadonlySet<string>,
): GivenInstrument {
  const columnNames = new Set(instrument.fields.flatMap((field) => columnsOf(field).map(({ name }) => name)))
  const own = completeColumn(instrument)
  const last = names.findLastIndex((name) => columnNames.has(name))
  const next = names.slice(last + 1).find((name) => known.has(name) || name.endsWith('_complete'))
  const complete = last < 0 || names.includes(own) || !next || known.has(next) ? own : next
  return { ...instrument, name: complete.slice(0, -'_complete'.length), complete, columnNames }
}

/** Whether a row has something of an instrument. A box that is not ticked is nothing, as the export writes it everywhere. */
export function isGiven({ columnNames, complete }: GivenInstrument, at: (name: string) => string): boolean {
  return ['1', '2'].includes(at(complete).trim()) || [...columnNames].some((name) => isValue(name, at(name)))
}

export function isValue(name: string, cell: string): boolean {
  return cell.trim() !== '' && !(name.includes('___') && cell.trim() === '0')
}
