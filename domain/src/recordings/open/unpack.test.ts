import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { isFault, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { writeEdf } from '../testing/write-edf.ts'
import { joinBytes, writeZip } from '../testing/write-zip.ts'
import { mostEntries } from '../unreadable-recording.ts'
import { openRecording } from './open-recording.ts'

const text = (content: string) => new TextEncoder().encode(content)
const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))
const tableOf = (first: number) =>
  text(['time,x', ...Array.from({ length: 10 }, (_, i) => `${i},${first + i}.5`), ''].join('\n'))
const table = tableOf(0)
const edf = writeEdf({
  records: 1,
  recordDuration: 1,
  signals: [{ label: 'ECG', samplesPerRecord: 4, samples: [1, 2, 3, 4] }],
})
const open = (bytes: Uint8Array<ArrayBuffer>, name: string, entry?: string) =>
  openRecording(memorySource(bytes), name, entry === undefined ? {} : { layout: { entry } })
const valuesOf = async (...given: Parameters<typeof open>) =>
  (await readWhole(await open(...given))).channels.map(({ values }) => values)

describe('gzip', () => {
  test('of a table is read without unpacking it first', async () => {
    const { description, entries } = await open(gzip(table), 'arm.csv.gz')
    expect([description.format, entries]).toEqual(['CSV (gzip)', undefined])
  })

  test('of a binary recording is unpacked, as far as it is not damaged', async () => {
    expect(await valuesOf(gzip(edf), 'arm.edf.gz')).toEqual([[1, 2, 3, 4]])
    const long = writeEdf({
      records: 200,
      recordDuration: 1,
      signals: [
        {
          label: 'ECG',
          samplesPerRecord: 1000,
          samples: Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 30_011),
        },
      ],
    })
    const packed = gzip(long)
    const [found] = await valuesOf(packed.slice(0, packed.length - 1000), 'arm.edf.gz')
    expect(found?.length).toBeGreaterThan(190_000)
    expect(found?.slice(0, 3)).toEqual([0, 7919, 15_838])
    const faults = (await Array.fromAsync((await open(packed.slice(0, -1000), 'arm.edf.gz')).blocks())).filter(isFault)
    expect(faults[0]).toMatchObject({
      what: 'cut-off',
      count: 1,
      offset: null,
      detail: 'gzip: unexpected end of file',
    })
    // Longer than what is read at once.
    expect(packed.length).toBeGreaterThan(limits.chunkBytes)
    expect((await valuesOf(packed, 'arm.edf.gz'))[0]).toHaveLength(200_000)
  })

  test('is unpacked under the name inside', async () => {
    const header = text('arm 1 10 3\nsamples 16 1 16 0 0 0 0 x\n')
    const companion = async (name: string) =>
      name === 'samples' ? memorySource(new Uint8Array(Int16Array.of(1, 2, 3).buffer)) : undefined
    // Only its name makes it a header.
    const recording = await openRecording(memorySource(gzip(header)), 'arm.HEA.GZ', { companion })
    expect(recording.description.format).toBe('WFDB')
    const other = await openRecording(memorySource(gzip(header)), 'arm.gz', { companion })
    expect(other.description.format).toBe('CSV (gzip)')
  })

  test('of samples that only a name makes a recording is none', async () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * i) % 256)
    await expect(open(gzip(noise), 'arm.dat.gz')).rejects.toMatchObject({ code: 'unknown-format', detail: 'gzip' })
  })

  test('of a file that became shorter is read to there', async () => {
    const whole = gzip(edf)
    const source: Source = { size: whole.length + 1000, read: memorySource(whole).read }
    expect((await openRecording(source, 'arm.edf.gz')).description.format).toBe('EDF')
  })
})

test('a table that begins as an archive does, and goes on otherwise, is a table', async () => {
  for (const name of ['P', 'PK', 'PK\u0003', 'xK\u0003\u0004', 'P_\u0003\u0004', 'PK_\u0004']) {
    // So long that few strange characters do not matter.
    const { description } = await open(joinBytes([text(`${name}${'a'.repeat(500)}`), tableOf(0)]), 'arm.csv')
    expect(description).toMatchObject({ format: 'CSV', samples: 10 })
  }
})

describe('an archive', () => {
  test('with one recording is that recording', async () => {
    const recording = await open(writeZip({ 'arm.csv': table, 'empty.csv': new Uint8Array() }), 'x.zip')
    expect([recording.description.samples, recording.entries]).toEqual([10, undefined])
    // Whichever is chosen, for it is the only one.
    expect((await open(writeZip({ 'arm.csv': table }), 'x.zip', 'leg.csv')).description.samples).toBe(10)
  })

  test.each(['__MACOSX/arm.csv', 'a/__MACOSX/arm.csv', '.arm.csv', 'a/.arm.csv', 'arm.csv/'])(
    'has nothing to offer in %s',
    async (name) => {
      const recording = await open(writeZip({ [name]: table, 'leg.csv': tableOf(100) }), 'x.zip')
      expect((await readWhole(recording)).channels[0]?.values[0]).toBe(100.5)
    },
  )

  test('without a recording says so', async () => {
    const files = {
      'a.xml': text('<a/>'),
      'read.me': text('Nothing is recorded here.'),
      'a.jpg': Uint8Array.of(255, 216),
    }
    await expect(open(writeZip(files), 'x.zip')).rejects.toMatchObject({
      code: 'unknown-format',
      offset: 0,
      detail: 'zip',
    })
  })

  test('with several says which, each once, and at most a hundred', async () => {
    const names = ['b/arm.csv', 'a/arm.csv']
    const several = writeZip({ 'b/arm.csv': table, 'a/arm.csv': tableOf(100) })
    await expect(open(several, 'x.zip')).rejects.toMatchObject({
      code: 'several-recordings',
      offset: 0,
      detail: 'b/arm.csv, a/arm.csv',
      entries: names,
    })
    expect(await valuesOf(several, 'x.zip', 'a/arm.csv')).toEqual([Array.from({ length: 10 }, (_, i) => 100.5 + i)])
    expect((await open(several, 'x.zip', 'a/arm.csv')).entries).toEqual(names)
    // Signs that no list can show are left out of names, of which two may then be the same.
    const same = writeZip({ 'arm.csv': table, '\u0000arm.csv': table, 'leg.csv': table })
    await expect(open(same, 'x.zip')).rejects.toMatchObject({ entries: ['arm.csv', 'leg.csv'] })
    const all = Array.from({ length: mostEntries + 1 }, (_, i) => `${i}.csv`)
    const many = writeZip(Object.fromEntries(all.map((name) => [`d${name}`, table])))
    await expect(open(many, 'x.zip')).rejects.toMatchObject({
      entries: all.slice(0, mostEntries).map((name) => `d${name}`),
    })
  })

  test('is looked into to its two hundredth entry', async () => {
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`notes-${i}.xml`, text('<a/>')]))
    expect((await open(writeZip({ ...others(199), 'arm.csv': table }), 'x.zip')).description.samples).toBe(10)
    await expect(open(writeZip({ ...others(200), 'arm.csv': table }), 'x.zip')).rejects.toMatchObject({
      code: 'unknown-format',
    })
  })

  test('with a damaged recording is read to the damage, and says where that is', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `${i},${(i * 7919) % 30_011}`)
    const archive = writeZip({ 'arm.csv': text(`s,x\n${rows.join('\n')}\n`) })
    archive.fill(0xff, archive.length >> 1, (archive.length >> 1) + 200)
    const read = await readWhole(await open(archive, 'x.zip'))
    expect(read.channels[0]?.values[19]).toBe((19 * 7919) % 30_011)
    const damage = read.faults.find(({ what }) => what === 'cut-off')
    expect(damage?.detail).toMatch(/^arm\.csv: ./)
    expect(damage?.offset).toBeGreaterThan(0)
    expect(damage?.offset).toBeLessThan(archive.length)
  })

  test('has recordings under their own names, without their folders', async () => {
    const beats = text(['1560279825,IBI', ...Array.from({ length: 10 }, (_, i) => `${i},0.8`), ''].join('\n'))
    const temperature = text(['1560279825', '4', ...Array.from({ length: 10 }, (_, i) => `3${i}.5`), ''].join('\n'))
    const files = writeZip({ 'bvp/TEMP.csv': temperature, 'b/IBI.csv': beats })
    expect((await open(files, 'x.zip', 'bvp/TEMP.csv')).description.channels).toMatchObject([{ name: 'TEMP' }])
    expect((await open(files, 'x.zip', 'b/IBI.csv')).description.channels).toMatchObject([{ name: 'IBI' }])
  })

  test('has records of several files, which are one recording', async () => {
    const header = (file: string) => text(`walk 1 10 3\n${file} 16 1 16 0 0 0 0 x\n`)
    const samples = (...values: number[]) => new Uint8Array(Int16Array.from(values).buffer)
    const files = {
      'other/xwalk.dat': samples(7, 7, 7),
      'data/walk.hea': header('walk.dat'),
      'data/walk.dat': samples(1, 2, 3),
    }
    expect(await valuesOf(writeZip(files), 'x.zip', 'data/walk.hea')).toEqual([[1, 2, 3]])
    expect((await open(writeZip(files), 'x.zip', 'data/walk.hea')).entries).toBeUndefined()
    const upper = { 'WALK.hea': header('WALK.DAT'), 'WALK.DAT': samples(4, 5, 6) }
    expect(await valuesOf(writeZip(upper), 'x.zip')).toEqual([[4, 5, 6]])
    const alone = writeZip({ 'walk.hea': header('walk.dat'), 'notes.xml': text('<a/>') })
    await expect(open(alone, 'x.zip')).rejects.toMatchObject({ code: 'missing-companion', detail: 'walk.dat' })
  })

  test('has samples that look like a table, and belong to their header', async () => {
    const samples = tableOf(0)
    const files = {
      'walk.dat': samples,
      'walk.hea': text(`walk 1 10 ${Math.floor(samples.length / 2)}\nwalk.dat 16 1 16 0 0 0 0 x\n`),
    }
    expect((await open(writeZip(files), 'x.zip')).description.format).toBe('WFDB')
    // Without one, they are what they look like.
    expect(
      (await open(writeZip({ 'walk.dat': samples, 'leg.hea.xml': text('<a/>') }), 'x.zip')).description,
    ).toMatchObject({ format: 'CSV' })
  })

  test('may be more than a page of memory', async () => {
    const rows = Array.from({ length: 120_000 }, (_, i) => `${i},${i % 1000}.5`)
    const [values] = await valuesOf(writeZip({ 'arm.csv': text(`s,x\n${rows.join('\n')}\n`) }), 'x.zip')
    expect(values).toEqual(rows.map((_, i) => (i % 1000) + 0.5))
  })

  test('has records of one name in several folders, each with its own samples', async () => {
    const header = text('walk 1 10 3\nwalk.dat 16 1 16 0 0 0 0 x\n')
    const samples = (...values: number[]) => new Uint8Array(Int16Array.from(values).buffer)
    const files = {
      'a/walk.hea': header,
      'a/walk.dat': samples(1, 2, 3),
      'b/walk.hea': header,
      'b/walk.dat': samples(4, 5, 6),
      'c/walk.hea': header,
    }
    expect(await valuesOf(writeZip(files), 'x.zip', 'a/walk.hea')).toEqual([[1, 2, 3]])
    expect(await valuesOf(writeZip(files), 'x.zip', 'b/walk.hea')).toEqual([[4, 5, 6]])
    await expect(open(writeZip(files), 'x.zip', 'c/walk.hea')).rejects.toMatchObject({ code: 'missing-companion' })
  })

  test('may have binary recordings and tables in gzip', async () => {
    const files = { 'arm.edf.gz': gzip(edf), 'leg.csv.gz': gzip(table) }
    expect(await valuesOf(writeZip(files), 'x.zip', 'arm.edf.gz')).toEqual([[1, 2, 3, 4]])
    expect((await open(writeZip(files), 'x.zip', 'leg.csv.gz')).description.format).toBe('CSV (gzip)')
    expect(await valuesOf(writeZip({ 'arm.edf.gz': gzip(edf) }), 'x.zip')).toEqual([[1, 2, 3, 4]])
  })

  /** The method or the flags of the first entry, in the directory and before it. */
  const changedFirst = (files: Readonly<Record<string, Uint8Array>>, at: number, value: number) => {
    const bytes = writeZip(files)
    const view = new DataView(bytes.buffer)
    view.setUint16(at, value, true)
    view.setUint16(view.getUint32(bytes.length - 6, true) + at + 2, value, true)
    return bytes
  }

  test('that is encrypted or packed otherwise says so, and one with another recording, too', async () => {
    await expect(open(changedFirst({ 'arm.edf': edf }, 6, 1), 'x.zip')).rejects.toMatchObject({
      code: 'unsupported',
      detail: 'encrypted ZIP',
    })
    await expect(open(changedFirst({ 'arm.edf': edf }, 8, 12), 'x.zip')).rejects.toMatchObject({
      code: 'unsupported',
      detail: 'ZIP, method 12',
    })
    const { faults } = await readWhole(await open(changedFirst({ 'arm.edf': edf, 'leg.csv': table }, 6, 1), 'x.zip'))
    expect(faults).toMatchObject([{ what: 'not-supported', detail: 'encrypted ZIP' }])
  })

  test('whose recording has changed since it was packed says so, and is read', async () => {
    const bytes = writeZip({ 'arm.edf': edf }, false)
    bytes.set([9], 30 + 'arm.edf'.length + edf.length - 8)
    const { channels, faults } = await readWhole(await open(bytes, 'x.zip'))
    expect(channels[0]?.values).toEqual([9, 2, 3, 4])
    expect(faults).toMatchObject([{ what: 'wrong-header', detail: 'arm.edf: wrong checksum' }])
  })
})
