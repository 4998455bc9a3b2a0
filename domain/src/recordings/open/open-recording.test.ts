import { expect, test } from 'vitest'
import { type Block, type Fault, isFault } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readHdf5File } from '../testing/hdf5-files.ts'
import { writeCwa } from '../testing/write-cwa.ts'
import { writeEdf } from '../testing/write-edf.ts'
import { writeRecord, writeWords } from '../testing/write-gt3x.ts'
import { writeMatlab } from '../testing/write-matlab.ts'
import { writeZip } from '../testing/write-zip.ts'
import { openRecording } from './open-recording.ts'

const signals = [
  { label: 'ECG', samplesPerRecord: 4, samples: [1, 2, 3, 4] },
  { label: 'EDF Annotations', samplesPerRecord: 10, lists: ['+0\u0014\u0014\0'] },
]

test('an empty file is reported as empty', async () => {
  await expect(openRecording(memorySource(new Uint8Array()), 'acc.csv')).rejects.toMatchObject({
    code: 'empty',
    offset: 0,
  })
})

test('a format is recognised by bytes, not by the name', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])
  await expect(openRecording(memorySource(jpeg), 'acc.csv')).rejects.toMatchObject({ code: 'unknown-format' })
})

const axis = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const written = {
  'EDF+D': writeEdf({ reserved: 'EDF+D', records: 1, recordDuration: 1, signals }),
  BDF: writeEdf({ version: 'BDF', records: 1, recordDuration: 1, signals: [{ label: 'a', samplesPerRecord: 2 }] }),
  'Axivity CWA': writeCwa([{ stamp: 1_792_482_600, sequence: 0, axes: [axis, axis, axis], isPacked: true }]),
  'ActiGraph GT3X': writeZip({
    'log.bin': writeRecord(26, 1_792_482_600, writeWords([256, 512, -256])),
    'info.txt': new TextEncoder().encode('Serial Number: X\r\nSample Rate: 1\r\n'),
  }),
  HDF5: readHdf5File('first'),
  'MATLAB 7.3': readHdf5File('matlab'),
  MATLAB: writeMatlab([{ name: 'acc', kind: 'double', rows: 10, numbers: axis }], true),
  TSV: new TextEncoder().encode(`time\tx\n${axis.map((each) => `${each}\t${each / 4}`).join('\n')}\n`),
}

test.each(Object.entries(written))('%s is recognised under the names of others', async (format, bytes) => {
  for (const name of ['arm', 'arm.csv', 'arm.edf', 'arm.cwa', 'arm.gt3x', 'arm.mat', 'arm.h5', 'arm.dat', 'arm.bin'])
    expect((await openRecording(memorySource(bytes), name)).description.format, name).toBe(format)
})

test('faults and blocks are distinguished', () => {
  const fault: Fault = { what: 'cut-off', count: 1, offset: 12, line: null, at: null }
  const block: Block = { channel: 0, at: 0, step: 0.01, values: new Float32Array(1) }
  expect([fault, block].map(isFault)).toEqual([true, false])
})
