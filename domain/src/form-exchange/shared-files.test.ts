import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readWorkbook } from './files/read-workbook.ts'
import { writeWorkbook } from './files/write-workbook.ts'
import { parseXml } from './files/xml.ts'
import { readOdm } from './odm/read-odm.ts'
import { writeOdm } from './odm/write-odm.ts'
import { readRedcap } from './redcap/read-redcap.ts'
import { writeRedcap } from './redcap/write-redcap.ts'
import { readXlsform } from './xlsform/read-xlsform.ts'
import { writeXlsform } from './xlsform/write-xlsform.ts'

/** Files made by others, as `redcap/`, `xlsform/` and `odm/`. */
const folder = process.env.CASEBOOK_FORMS ?? ''
const filesIn = (name: string, ending: string) =>
  folder === ''
    ? []
    : readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(ending))

describe.skipIf(folder === '')('files of other programs (needs CASEBOOK_FORMS)', () => {
  test.each(filesIn('redcap', 'dictionary.csv'))('%s comes, goes and comes back the same', (path) => {
    const read = readRedcap(readFileSync(join(folder, 'redcap', path), 'utf8'))
    const written = writeRedcap(read.forms)
    const back = readRedcap(written.text)
    expect(back.forms).toEqual(read.forms)
    expect(written.leftOut).toEqual([])
  })

  const inflate = (bytes: Uint8Array, most: number) => inflateRawSync(bytes, { maxOutputLength: most })

  test.each(filesIn('xlsform', '.xlsx'))('%s comes, goes and comes back the same', async (path) => {
    const read = readXlsform(readWorkbook(readFileSync(join(folder, 'xlsform', path)), inflate), path)
    for (const form of read.forms) {
      const written = writeXlsform(form)
      const bytes = Buffer.concat(await Array.fromAsync(writeWorkbook(written.sheets)))
      const back = readXlsform(readWorkbook(bytes, inflate), 'other.xlsx')
      expect(back.forms).toEqual([form])
      // A label that names a field is the same text again.
      const before = read.leftOut.map(({ text }) => text)
      expect(before).toEqual(expect.arrayContaining(back.leftOut.map(({ text }) => text)))
    }
  })

  const xmlFiles = [
    ...filesIn('odm', '.xml').map((path) => `odm/${path}`),
    ...filesIn('redcap', '.xml').map((path) => `redcap/${path}`),
  ]

  test.each(xmlFiles)('%s comes, goes and comes back the same', (path) => {
    const read = readOdm(parseXml(readFileSync(join(folder, path))))
    const schedule = { visits: read.visits ?? [], activityTypes: [] }
    const heading = { studyid: 'study1', studyName: 'Study', at: '2026-03-01T10:00:00.000Z', release: '0.2.0' }
    const back = readOdm(parseXml(Buffer.from(writeOdm(read.forms, heading, schedule))))
    expect(back).toEqual({ ...read, leftOut: [] })
  })

  test('the longitudinal project of REDCap is a study with twelve visits, in two arms', () => {
    const {
      visits = [],
      forms,
      leftOut,
    } = readOdm(parseXml(readFileSync(join(folder, 'redcap/longitudinal/project.xml'))))
    expect(forms).toHaveLength(9)
    expect(visits).toHaveLength(12)
    expect(visits.slice(0, 3).map(({ name, day, formTypes }) => `${name}: ${day}, ${formTypes.join(', ')}`)).toEqual([
      'Enrollment (Arm 1: Drug A): 0, Demographics, Contact Info, Baseline Data',
      'Dose 1 (Arm 1: Drug A): 1, Patient Morale Questionnaire',
      'Visit 1 (Arm 1: Drug A): 3, Visit Lab Data, Patient Morale Questionnaire, Visit Blood Workup, Visit Observed Behavior',
    ])
    expect(visits.at(-3)).toMatchObject({ name: 'First visit (Arm 2: Drug B)', day: 10, daysBefore: 2 })
    expect(leftOut.filter(({ why }) => why.reason.startsWith('exchange.visit'))).toEqual([])
  })

  test('of the other projects, instruments repeat, and one event makes no visits', () => {
    const { visits, forms } = readOdm(parseXml(readFileSync(join(folder, 'redcap/repeating-instruments/project.xml'))))
    expect(visits).toEqual([])
    expect(forms.filter(({ repeats }) => repeats)).toHaveLength(1)
  })
})
