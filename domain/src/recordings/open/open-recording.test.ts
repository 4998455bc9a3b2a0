import { describe, expect, test } from 'vitest'
import { type Block, type Fault, isFault } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readHdf5File } from '../testing/hdf5-files.ts'
import { readWhole } from '../testing/read-whole.ts'
import { writeCwa } from '../testing/write-cwa.ts'
import { writeEdf } from '../testing/write-edf.ts'
import { writeRecord, writeWords } from '../testing/write-gt3x.ts'
import { writeMatlab } from '../testing/write-matlab.ts'
import { writeZip } from '../testing/write-zip.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
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
  await expect(openRecording(memorySource(jpeg), 'acc.csv')).rejects.toMatchObject({
    code: 'unknown-format',
    offset: 0,
  })
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

const table = new TextEncoder().encode(['time,x', ...axis.map((i) => `${i},${i}.5`), ''].join('\n'))
const read = (text: string) => new TextEncoder().encode(text)
const packed = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  )

test.each(['EDF+D', 'ActiGraph GT3X', 'HDF5'] as const)('%s is read from gzip', async (name) => {
  const file = await packed(written[name] as Uint8Array<ArrayBuffer>)
  const { description } = await openRecording(memorySource(file), 'walk.x.gz')
  expect(description.format).toBe(name)
})

test('the only recording of a ZIP is opened, whatever is beside it', async () => {
  const files = {
    'README.txt': read('Recorded in the gait lab.\nSee the protocol.\n'),
    '__MACOSX/._walk.csv': table,
    'data/walk.csv': table,
  }
  const { description } = await openRecording(memorySource(writeZip(files)), 'walk.zip')
  expect(description).toMatchObject({ format: 'CSV', samples: 10 })
  const edf = await openRecording(memorySource(writeZip({ 'psg.edf': written['EDF+D'] }, false)), 'psg.zip')
  expect(edf.description.format).toBe('EDF+D')
})

test('a record of several files in a ZIP is one recording', async () => {
  const files = {
    'walk.hea': read('walk 1 10 3\nwalk.dat 16 1 16 0 0 0 0 x\n'),
    'walk.dat': new Uint8Array(Int16Array.of(1, 2, 3).buffer),
  }
  const { description } = await openRecording(memorySource(writeZip(files)), 'walk.zip')
  expect(description).toMatchObject({ format: 'WFDB', duration: 0.3 })
})

test('of a ZIP with several recordings each is named, and one without any is not readable', async () => {
  const several = writeZip({ 'arm.csv': table, 'chest.edf': written['EDF+D'] })
  await expect(openRecording(memorySource(several), 'x.zip')).rejects.toMatchObject({
    code: 'several-recordings',
    entries: ['arm.csv', 'chest.edf'],
  })
  const none = writeZip({ 'a.xml': read('<a/>') })
  await expect(openRecording(memorySource(none), 'x.zip')).rejects.toMatchObject({ code: 'unknown-format' })
})

test('of a ZIP with several recordings the chosen one is read, and the others stay on offer', async () => {
  const entries = ['left/arm.csv', 'right/arm.csv', 'psg.edf']
  const source = memorySource(
    writeZip({ 'left/arm.csv': table, 'right/arm.csv': read('t,x\n0,1\n1,2\n2,3\n'), 'psg.edf': written['EDF+D'] }),
  )
  for (const [entry, found] of [
    ['left/arm.csv', { format: 'CSV', samples: 10 }],
    ['right/arm.csv', { format: 'CSV', samples: 3 }],
    ['psg.edf', { format: 'EDF+D' }],
  ] as const) {
    const recording = await openRecording(source, 'x.zip', { layout: { entry } })
    expect(recording).toMatchObject({ entries, description: found })
    const whole = await readWhole(recording)
    expect(whole.channels[0]?.values.length).toBeGreaterThan(2)
  }
  await expect(openRecording(source, 'x.zip', { layout: { entry: 'gone.csv' } })).rejects.toMatchObject({ entries })
})

test('a recording of a ZIP with several is what it is alone', async () => {
  const noted = read(['time,x,note', ...axis.map((i) => `${i},${i}.5,${i === 3 ? 'fall' : ''}`), ''].join('\n'))
  const source = memorySource(writeZip({ 'arm.csv': noted, 'leg.csv': table }))
  const inside = await openRecording(source, 'x.zip', { layout: { entry: 'arm.csv' } })
  const alone = await openRecording(memorySource(noted), 'arm.csv')
  expect([inside.description, inside.fingerprint]).toEqual([alone.description, alone.fingerprint])
  expect(inside.layout).toMatchObject(alone.layout ?? {})
  expect(await inside.annotations()).toEqual([{ at: 2, duration: null, text: 'fall' }])
  expect(await Array.fromAsync(inside.blocks({ from: 20 }))).toEqual([])
  expect((await readWhole(inside)).channels).toEqual((await readWhole(alone)).channels)
})

test('a format is recognised by the first 4 KiB, and of an empty file nothing is read', async () => {
  const read: (readonly number[])[] = []
  const sourceOf = (size: number) => ({
    size,
    read: async (offset: number, length: number) => {
      read.push([offset, length])
      return new Uint8Array(length)
    },
  })
  await expect(openRecording(sourceOf(0), 'x.csv')).rejects.toMatchObject({ code: 'empty', offset: 0 })
  expect(read).toEqual([])
  for (const size of [10, 4096, 1_000_000])
    await expect(openRecording(sourceOf(size), 'x.csv')).rejects.toMatchObject({ code: 'unknown-format' })
  expect(read).toEqual([
    [0, 10],
    [0, 4096],
    [0, 4096],
  ])
})

test('a source that becomes empty while it is read is empty', async () => {
  const source = { size: 10, read: async () => new Uint8Array() }
  await expect(openRecording(source, 'x.csv')).rejects.toMatchObject({ code: 'empty', offset: 0 })
})

test('samples of a record that look like text are read by their header', async () => {
  const samples = read(`${axis.map((i) => `${i},${i}.5`).join('\n')}\n`)
  const count = Math.floor(samples.length / 2)
  const header = read(`walk 1 10 ${count}\nwalk.dat 16 1 16 0 0 0 0 x\n`)
  const companion = async (name: string) => (name === 'walk.hea' ? memorySource(header) : memorySource(samples))
  const { description } = await openRecording(memorySource(samples), 'walk.dat', { companion })
  expect(description).toMatchObject({ format: 'WFDB', duration: count / 10 })
})

describe('the annotations of a record', () => {
  // A beat (N) after 5 and a ventricular one (V) after 20 more samples.
  const atr = Uint8Array.of(5, 4, 20, 20, 0, 0)
  const openWith = (header: string | undefined, name = 'walk.atr', bytes = atr) =>
    openRecording(memorySource(bytes), name, {
      companion: async (asked) => (asked === 'walk.hea' && header ? memorySource(read(header)) : undefined),
    })

  test('are events without signals, as long as the record', async () => {
    const recording = await openWith('walk 1 10 300 10:00:00 4/3/2026\nwalk.dat 16 1 16 0 0 0 0 x\n')
    expect(recording.description).toMatchObject({
      format: 'WFDB',
      channels: [],
      start: Date.UTC(2026, 2, 4, 10) / 1000,
      clock: 'local',
      duration: 30,
    })
    expect(await recording.annotations()).toEqual([
      { at: 0.5, duration: null, text: 'N' },
      { at: 2.5, duration: null, text: 'V' },
    ])
    expect(await Array.fromAsync(recording.blocks())).toEqual([])
  })

  test('last until the last one, if the header does not say how long the record is', async () => {
    const header = 'walk 1 10\nwalk.dat 16 1 16 0 0 0 0 x\n'
    expect((await openWith(header)).description).toMatchObject({ duration: 2.5, start: null, clock: 'unknown' })
    expect((await openWith(header, 'walk.ATR', Uint8Array.of(0, 0))).description.duration).toBe(0)
  })

  test('are read by their header even if they look like text', async () => {
    const recording = await openWith('walk 1 10 3\nwalk.dat 16 1 16 0 0 0 0 x\n', 'walk.atr', read('t,x\n0,1\n1,2\n'))
    expect(recording.description.format).toBe('WFDB')
  })

  test('say what they belong to, if that is missing', async () => {
    await expect(openWith(undefined)).rejects.toMatchObject({ code: 'missing-companion', detail: 'walk.hea' })
  })
})

test.each([true, false])(
  'a recording in a truncated ZIP says that it is cut off (deflated: %s)',
  async (isDeflated) => {
    const rows = Array.from({ length: 200 }, (_, i) => `${i},${Math.sin(i) * 1e6}`)
    const long = read(`t,x\n${rows.join('\n')}\n`)
    const whole = writeZip({ 'walk.csv': long }, isDeflated)
    const faultsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
      const recording = await openRecording(memorySource(bytes), 'walk.zip')
      return (await Array.fromAsync(recording.blocks())).filter(isFault)
    }
    expect(await faultsOf(whole)).toEqual([])
    // At the end of a line, too, where the table itself has nothing of which to complain.
    const header = 30 + 'walk.csv'.length
    const cuts = isDeflated ? [header + 1000, whole.length - 100] : [header + long.indexOf(10, 1000) + 1, header + 1000]
    for (const cut of cuts) {
      const [first] = await faultsOf(whole.slice(0, cut))
      expect(first).toMatchObject({
        what: 'cut-off',
        detail: expect.stringMatching(/^walk\.csv: (ends too early|unexpected end of file)$/),
      })
    }
    // Without the directory at the end, nothing of the recording is missing.
    expect(await faultsOf(whole.slice(0, -30))).toEqual([])
  },
)

test('a damaged archive ends in a typed error or in what could be read', { timeout: 60_000 }, async () => {
  const whole = writeZip({ 'walk.csv': table, 'notes.txt': read('nothing') })
  for (let length = 1; length < whole.length; length += 3)
    await openRecording(memorySource(whole.slice(0, length)), 'x.zip').then(
      ({ description }) => expect(description.format).toBe('CSV'),
      (error) => expect(error).toBeInstanceOf(UnreadableRecording),
    )
})
