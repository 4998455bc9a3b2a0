import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasProgram, outputOf } from '../../../test/programs.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'

// Files of programs that know nothing of these readers.
const pythonWith = (modules: string) =>
  ['/usr/bin/python3', 'python3'].find((program) => hasProgram(program, ['-c', `import ${modules}`]))

/** Takes values of an array of rows, and writes them as several types, in both orientations, and in a structure. */
const writers = {
  MATLAB: {
    python: pythonWith('scipy.io'),
    modules: 'scipy',
    program: `
import json, sys, numpy, scipy.io
given, place, deflated = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3] == 'true'
rows = numpy.array(given)
scipy.io.savemat(place, {'acc': rows, 'gyro': rows.T.astype('float32'), 'ecg': rows[:, 0].astype('int16'),
  'left': {'temp': rows[:, 1].astype('int32'), 'fs': 25.0}, 'fs': 50.0, 'note': 'walk'}, do_compression=deflated)`,
    names: ['acc 1', 'acc 2', 'acc 3', 'ecg', 'gyro 1', 'gyro 2', 'gyro 3', 'left.temp'],
  },
  HDF5: {
    python: pythonWith('h5py'),
    modules: 'h5py',
    program: `
import json, sys, numpy, h5py
given, place, deflated = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3] == 'true'
rows = numpy.array(given)
more = dict(chunks=True, compression='gzip', shuffle=True) if deflated else {}
with h5py.File(place, 'w') as file:
  file.attrs['fs'] = 50.0
  file.create_dataset('acc', data=rows, **more)
  file.create_dataset('gyro', data=rows.T.astype('>f4'), **more)
  file.create_dataset('ecg', data=rows[:, 0].astype('int16'), **more)
  left = file.create_group('left')
  left.attrs['fs'] = 25.0
  left.create_dataset('temp', data=rows[:, 1].astype('>i4'), **more)`,
    names: ['acc 1', 'acc 2', 'acc 3', 'ecg', 'gyro 1', 'gyro 2', 'gyro 3', 'left.temp'],
  },
} as const

for (const [format, { python, modules, program, names }] of Object.entries(writers)) {
  const run = async () => {
    const folder = temporaryFolder()
    const cell = fc.integer({ min: -32768, max: 32767 })
    const frames = fc.array(fc.tuple(cell, cell, cell), { minLength: 12, maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(frames, fc.boolean(), async (rows, isDeflated) => {
        const place = join(folder, 'written')
        outputOf(python ?? '', ['-c', program, JSON.stringify(rows), place, String(isDeflated)])
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
      }),
      { numRuns: 6 },
    )
  }
  if (python) test(`what ${modules} writes as ${format} is read back`, run, 60_000)
  else test.skip(`what ${modules} writes as ${format} is read back (${modules} is not installed)`, run)
}
