import { fieldColumns } from '../../exports/columns/form-columns.ts'
import { guard } from '../../exports/csv/guard.ts'
import { type CsvRow, readCsv } from '../../exports/csv/read-csv.ts'
import { csvText } from '../../exports/csv/write-csv.ts'
import { type ImportMistake, type LeftOutColumn, maxMistakes } from '../../exports/import/import-plan.ts'
import { columnTypes } from '../../form-types/column-types.ts'
import { caseKey, sameText } from '../../shared/names/names.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { cleanName } from '../../shared/text.rules.ts'
import { givenInstruments, isGiven, isValue, type GivenInstrument as Own } from './given.ts'
import { columns, columnsOf, projectOf, type RedcapEvent, type RedcapProject, type RedcapStudy } from './project.ts'
import { cellOf } from './values.ts'

/** The study that data of REDCap are read for. `unnamed`: ids of its subjects that have no identifier. */
export type ReadingStudy = RedcapStudy & { unnamed: readonly string[]; zone: string }

/**
 * What a file of REDCap says in the format of an export: the subjects (without a form type), or the forms of one type.
 * `rows` are the rows of the file that the rows below the heading are made of, and `names` what their columns are called
 * there.
 */
export type RedcapTable = {
  formtypeid: string | null
  csv: string
  rows: number[]
  names: { readonly [heading: string]: string }
}

export type RedcapData = { tables: RedcapTable[]; leftOutColumns: LeftOutColumn[]; mistakes: ImportMistake[] }

/**
 * Reads raw data of REDCap (CSV): a row for a record, or for each of its events and of its repeated instruments and events.
 * The first column names the record. What the tables say is judged as any import.
 */
export function readRedcapData(text: string, study: ReadingStudy): RedcapData {
  const lines = readCsv(text)
  const head = lines.next()
  if (head.done) return refused(1, head.value ?? problem('import.empty'))
  const names = head.value.cells.map((cell) => (cell ?? '').trim())
  const keys = names.map((name) => name.toLowerCase())
  const twice = keys.findIndex((key, place) => key !== '' && keys.indexOf(key) < place)
  if (twice >= 0) return refused(1, problem('import.column.duplicate', { params: { name: names[twice] ?? '' } }))
  const reading = new Reading(names, projectOf(study), study)
  for (;;) {
    const next = lines.next()
    if (next.done) return reading.read(next.value)
    if (!reading.take(next.value)) return reading.read()
  }
}

function refused(row: number, why: Problem): RedcapData {
  return { tables: [], leftOutColumns: [], mistakes: [{ row, column: null, problem: why }] }
}

/** A column of a table, and the field of the instrument whose values it has. */
type Column = { name: string; type: keyof typeof columnTypes; field: Own['fields'][number] | undefined }
type Written = { instrument: Own; columns: readonly Column[]; lines: string[][]; rows: number[] }

/** The columns of an instrument's fields that are asked now. */
function askedColumns({ formtype, fields }: Own): Column[] {
  const byName = new Map(fields.map((field) => [sameText(field.name), field]))
  return fieldColumns(formtype, 'UTC')
    .filter(({ column }) => !column.retired)
    .map(({ field, column: { name, type } }) => ({ name, type, field: byName.get(sameText(field.name)) }))
}

class Reading {
  readonly #names: readonly string[]
  readonly #places: ReadonlyMap<string, number>
  readonly #project: RedcapProject
  readonly #study: ReadingStudy
  readonly #unnamed: ReadonlySet<string>
  readonly #instruments: readonly Own[]
  readonly #written: ReadonlyMap<string, Written>
  readonly #subjects = new Map<string, number>()
  readonly #known: ReadonlySet<string>
  readonly #leftOut = new Map<string, number>()
  readonly #mistakes: ImportMistake[] = []

  constructor(names: readonly string[], project: RedcapProject, study: ReadingStudy) {
    this.#names = names
    this.#places = new Map(names.map((name, place) => [name.toLowerCase(), place]))
    this.#project = project
    this.#study = study
    this.#unnamed = new Set(study.unnamed)
    this.#instruments = givenInstruments(project, names)
    this.#written = new Map(
      this.#instruments.map((instrument) => {
        // Once, and not for each row: they follow from all versions of the form type.
        const asked = askedColumns(instrument)
        const which = instrument.formtype.occurrences ? ['visitid', 'occurrence'] : []
        const heading = ['subjectid', 'identifier', ...which, ...asked.map(({ name }) => name)]
        return [instrument.formtype.formtypeid, { instrument, columns: asked, lines: [heading], rows: [] }]
      }),
    )
    this.#known = new Set([
      ...Object.values(columns),
      ...this.#instruments.flatMap(({ columnNames, complete }) => [...columnNames, complete]),
    ])
  }

  /** Takes a row. Returns false when `maxMistakes` is reached. */
  take({ row, cells }: CsvRow): boolean {
    if (cells.every((cell) => cell === null)) return true
    if (cells.length !== this.#names.length) {
      const params = { count: cells.length, expected: this.#names.length }
      this.#mistake(row, null, problem('import.row.length', { params }))
    } else {
      this.#row(row, (name) => cells[this.#places.get(name) ?? -1] ?? '')
      this.#countLeftOut(cells)
    }
    return this.#mistakes.length < maxMistakes
  }

  #row(row: number, at: (name: string) => string): undefined {
    const [recordColumn = ''] = this.#names
    const record = cleanName(at(recordColumn.toLowerCase()))
    if (record === '') return this.#mistake(row, recordColumn, problem('import.subject.unnamed'))
    const event = this.#event(row, at(columns.event).trim())
    const instrument = this.#instrument(row, at(columns.instrument).trim())
    const instance = at(columns.instance).trim()
    if (event === 'unknown' || instrument === 'unknown') return undefined
    if (instance !== '' && !/^[1-9]\d{0,8}$/.test(instance))
      return this.#mistake(row, columns.instance, problem('import.occurrence'))
    if (!this.#subjects.has(record)) this.#subjects.set(record, row)
    for (const own of this.#instruments) {
      if (instrument && own !== instrument) {
        this.#refuseOthers(row, own, at, problem('import.redcap.repeated', { params: { name: instrument.name } }))
        continue
      }
      if (!isGiven(own, at)) continue
      if (event && !event.formtypeids.includes(own.formtype.formtypeid)) {
        const params = { name: own.formtype.identifier, event: event.name }
        this.#refuseOthers(row, own, at, problem('import.redcap.elsewhere', { params }))
        continue
      }
      this.#form(row, own, { record, visitid: event?.visitid ?? '', occurrence: instance }, at)
    }
  }

  #event(row: number, name: string): RedcapEvent | undefined | 'unknown' {
    if (name === '') return undefined
    const { events } = this.#project
    const visits = this.#study.visits
    const found =
      events.find((event) => event.name === name.toLowerCase()) ??
      events.find((_, place) => caseKey(visits[place]?.name ?? '') === caseKey(name))
    if (!found) this.#mistake(row, columns.event, problem('import.redcap.event', { params: { name } }))
    return found ?? 'unknown'
  }

  #instrument(row: number, name: string): Own | undefined | 'unknown' {
    if (name === '') return undefined
    const found =
      this.#instruments.find((own) => own.name === name.toLowerCase()) ??
      this.#instruments.find(({ formtype }) => caseKey(formtype.identifier) === caseKey(name))
    if (!found) this.#mistake(row, columns.instrument, problem('import.redcap.instrument', { params: { name } }))
    return found ?? 'unknown'
  }

  /** Names the first value that stands where its instrument has none. */
  #refuseOthers(row: number, own: Own, at: (name: string) => string, why: Problem): void {
    const first = [...own.columnNames].find((name) => isValue(name, at(name)))
    if (first !== undefined) this.#mistake(row, this.#nameOf(first), why)
  }

  #form(
    row: number,
    own: Own,
    { record, visitid, occurrence }: { record: string; visitid: string; occurrence: string },
    at: (name: string) => string,
  ): void {
    const written = this.#written.get(own.formtype.formtypeid)
    if (!written) return
    const cells = written.columns.map(({ field, type }) => {
      if (!field) return ''
      if (!field.multiple) {
        const text = cellOf(field, at(field.redcap), this.#study.zone)
        return columnTypes[type].isText ? guard(text) : text
      }
      const codes = columnsOf(field).flatMap((option) => {
        const text = at(option.name).trim()
        if (!['', '0', '1'].includes(text))
          this.#mistake(row, this.#nameOf(option.name), problem('import.redcap.checkbox'))
        return text === '1' && option.code !== undefined ? [option.code] : []
      })
      return guard(codes.join('|'))
    })
    const which = own.formtype.occurrences ? [visitid, occurrence] : []
    written.lines.push([...this.#subject(record), ...which, ...cells])
    written.rows.push(row)
  }

  #subject(record: string): [subjectid: string, identifier: string] {
    return this.#unnamed.has(record) ? [record, ''] : ['', guard(record)]
  }

  /** Values of columns that the study has no field for, and how far forms are, which Casebook finds out itself. */
  #countLeftOut(cells: readonly (string | null)[]): void {
    for (const [place, name] of this.#names.entries()) {
      const key = name.toLowerCase()
      const isComplete = this.#instruments.some(({ complete }) => complete === key)
      const isLeftOut = isComplete ? ['0', '1'].includes(cells[place] ?? '') : !this.#known.has(key)
      if (place > 0 && isLeftOut && cells[place]) this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1)
    }
  }

  /** `end`: what is wrong with the file after the rows taken. */
  read(end?: Problem): RedcapData {
    if (end) this.#mistake(Number(end.params.row), null, end)
    const [recordColumn = ''] = this.#names
    const subjects: RedcapTable = {
      formtypeid: null,
      csv: csvText([
        ['subjectid', 'identifier'],
        ...[...this.#subjects.keys()].map((record) => [...this.#subject(record)]),
      ]),
      rows: [...this.#subjects.values()],
      names: { subjectid: recordColumn, identifier: recordColumn },
    }
    const forms = [...this.#written.values()]
      .filter(({ rows }) => rows.length > 0)
      .map(({ instrument, lines, rows }): RedcapTable => {
        const fields = fieldColumns(instrument.formtype, 'UTC')
        const byName = new Map(instrument.fields.map((field) => [sameText(field.name), field.redcap]))
        const ofFields = fields.map(({ column, field }) => [
          column.name,
          byName.get(sameText(field.name)) ?? field.name,
        ])
        return {
          formtypeid: instrument.formtype.formtypeid,
          csv: csvText(lines),
          rows,
          names: {
            ...Object.fromEntries(ofFields),
            ...{ subjectid: recordColumn, identifier: recordColumn },
            ...{ visitid: columns.event, occurrence: columns.instance },
          },
        }
      })
    return {
      tables: [subjects, ...forms],
      leftOutColumns: [...this.#leftOut].map(([column, values]) => ({ column, values })),
      mistakes: this.#mistakes,
    }
  }

  #nameOf(column: string): string {
    return this.#names[this.#places.get(column) ?? -1] ?? column
  }

  #mistake(row: number, column: string | null, why: Problem): undefined {
    this.#mistakes.push({ row, column, problem: why })
  }
}
