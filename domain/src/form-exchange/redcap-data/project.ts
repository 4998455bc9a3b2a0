import type { FormTypeRow } from '../../exports/form-type-row.ts'
import { type RedcapField, RedcapNames } from '../redcap/names.ts'

/** What of a study decides how its data look in REDCap. `formTypes` in the order of the dictionary. */
export type RedcapStudy = {
  formTypes: readonly FormTypeRow[]
  visits: readonly { visitid: string; name: string; repeats: boolean; formtypeids: readonly string[] }[]
}

/** A form type as an instrument. Fields without values, such as notes, are left out. */
export type Instrument = {
  formtype: FormTypeRow
  name: string
  repeats: boolean
  fields: readonly RedcapField[]
}

export type RedcapEvent = { visitid: string; name: string; repeats: boolean; formtypeids: readonly string[] }

export type RedcapProject = { instruments: readonly Instrument[]; events: readonly RedcapEvent[] }

export const columns = {
  event: 'redcap_event_name',
  instrument: 'redcap_repeat_instrument',
  instance: 'redcap_repeat_instance',
} as const

/** The instruments and events of a study, with the names that the data dictionary gives them. */
export function projectOf({ formTypes, visits }: RedcapStudy): RedcapProject {
  const names = new RedcapNames()
  const instruments = offeredFirst(formTypes).map((formtype) => {
    const name = names.form(formtype.identifier)
    const fields = names.fields(formtype.fields).filter(({ type }) => type !== 'Note')
    return { formtype, name, repeats: formtype.repeats === true, fields }
  })
  const taken = new Set<string>()
  return { instruments, events: visits.map((visit) => ({ ...visit, name: eventName(visit.name, taken) })) }
}

/** In the order in which they get their names: removed types take none from those that are offered. */
export function offeredFirst(formTypes: readonly FormTypeRow[]): FormTypeRow[] {
  return formTypes.toSorted((a, b) => Number(a.removed) - Number(b.removed))
}

/** `Enrollment (Arm 1: Drug A)`, as REDCap tells the events of several arms apart. */
const inArm = /^(.*) \(Arm (\d{1,4}): .*\)$/

/** The unique name that REDCap makes of an event's name: 18 characters and the arm. */
function eventName(given: string, taken: Set<string>): string {
  const [, event = given, arm = '1'] = inArm.exec(given) ?? []
  const plain = event
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9_ ]/g, '')
    .trim()
    .replace(/ +/g, '_')
    .slice(0, 18)
    .replace(/_+$/, '')
  const base = `${plain || 'event'}_arm_${arm}`
  let name = base
  for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
  taken.add(name)
  return name
}

/** The column of an option of a checkbox. */
export function optionColumn({ redcap }: RedcapField, code: string): string {
  return `${redcap}___${code.toLowerCase().replaceAll('-', '_')}`
}

/** The columns of a field: one, or of a checkbox one for each option, with the code that is stored for it. */
export function columnsOf(field: RedcapField): { name: string; code: string | undefined }[] {
  if (!field.multiple) return [{ name: field.redcap, code: undefined }]
  return [...field.codes].map(([code, redcap]) => ({ name: optionColumn(field, redcap), code }))
}

/** The column that says how far a form is. */
export function completeColumn({ name }: Instrument): string {
  return `${name}_complete`
}

export function headingOf(instrument: Instrument): string[] {
  return [...instrument.fields.flatMap((field) => columnsOf(field).map(({ name }) => name)), completeColumn(instrument)]
}
