import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasProgram, outputOf } from '../../../test/programs.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'

/** Files of programs that know nothing of these readers, and the program that wrote them. */
const written = fileURLToPath(new URL('../testing/other-writers/', import.meta.url))
const program = join(written, 'write.py')

/** Both write the same names. */
const names = ['acc 1', 'acc 2', 'acc 3', 'ecg', 'gyro 1', 'gyro 2', 'gyro 3', 'left.temp']

type Rows = readonly (readonly number[])[]

async function expectToRead(place: string, format: string, rows: Rows) {
  const recording = await openRecording(memorySource(new Uint8Array(readFileSync(place))), 'arm.csv')
  expect(recording.description.format).toBe(format)
  const { channels, faults } = await readWhole(recording)
  expect(faults).toEqual([])
  const read = recording.description.channels.map(({ name, rate }, index) => ({
    name,
    rate,
    values: channels[index]?.values.map((value) => value + 0),
  }))
  const columns = [0, 1, 2].map((column) => rows.map((row) => row[column]))
  const expected = [...columns, columns[0], ...columns, columns[1]]
  expect(read.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    names.map((name, index) => ({ name, rate: name === 'left.temp' ? 25 : 50, values: expected[index] })),
  )
}

describe.each([
  ['MATLAB', 'matlab', 'mat', 'scipy.io'],
  ['HDF5', 'hdf5', 'h5', 'h5py'],
] as const)('%s', (format, form, ending, modules) => {
  test.each(['plain', 'deflated'])(`written by ${modules}, %s, is read`, async (packing) => {
    const rows: Rows = JSON.parse(readFileSync(join(written, 'rows.json'), 'utf8'))
    await expectToRead(join(written, `${packing}.${ending}`), format, rows)
  })

  const python = ['/usr/bin/python3', 'python3'].find((path) => hasProgram(path, ['-c', `import ${modules}`]))
  // Where the module is installed, it also writes other rows.
  if (!python) return
  test(`what ${modules} writes of any rows is read`, async () => {
    const folder = temporaryFolder()
    const rowsPlace = join(folder, 'rows.json')
    const place = join(folder, 'written')
    const cell = fc.integer({ min: -32768, max: 32767 })
    const frames = fc.array(fc.tuple(cell, cell, cell), { minLength: 12, maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(frames, fc.boolean(), async (rows, isDeflated) => {
        writeFileSync(rowsPlace, JSON.stringify(rows))
        outputOf(python, [program, rowsPlace, place, form, isDeflated ? 'deflated' : 'plain'])
        await expectToRead(place, format, rows)
      }),
      { numRuns: 6 },
    )
  })
})
