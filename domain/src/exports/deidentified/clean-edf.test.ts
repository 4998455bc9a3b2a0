import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEdfHeader } from '../../recordings/edf/edf-header.ts'
import { writeEdf } from '../../recordings/testing/write-edf.ts'
import { cleanEdf, NotCleanable } from './clean-edf.ts'

const day = 86_400

async function cleaned(bytes: Uint8Array, shift: number, cut = bytes.length): Promise<Uint8Array> {
  const pieces = (async function* () {
    for (let from = 0; from < bytes.length; from += cut) yield bytes.subarray(from, from + cut)
  })()
  return Buffer.concat(await Array.fromAsync(cleanEdf(pieces, shift)))
}

const headerOf = (bytes: Uint8Array) =>
  readEdfHeader({
    size: bytes.length,
    read: async (from, length) => new Uint8Array(bytes.subarray(from, from + length)),
  })

const samples = [1, -2, 300, -400, 5, 6, 7, 8]
const file = (version: 'EDF' | 'BDF', isPlus: boolean) =>
  writeEdf({
    version,
    reserved: isPlus ? `${version}+D` : 'anything',
    start: ['28.02.24', '23.59.58'],
    recordingid: isPlus ? 'Startdate 28-FEB-2024 hospital technician TZ=+0200' : 'a remark',
    records: 2,
    recordDuration: 2,
    signals: [
      { label: 'EEG Fpz-Cz', unit: 'uV', samplesPerRecord: 4, samples },
      { label: 'Kari Nordmann', unit: 'Kari', samplesPerRecord: 4, samples },
      ...(isPlus
        ? [
            {
              label: `${version} Annotations`,
              samplesPerRecord: 30,
              lists: ['+0\x14\x14\x00+1\x14fell\x14\x00', '+7.5\x14\x14\x00'],
            },
          ]
        : []),
    ],
  })

test.each([
  ['EDF', true],
  ['EDF', false],
  ['BDF', true],
  ['BDF', false],
] as const)('a %s file (plus: %s) keeps its samples and times, and loses what identifies', async (version, isPlus) => {
  const bytes = file(version, isPlus)
  const clean = await cleaned(bytes, -30 * day)
  const [before, after] = [await headerOf(bytes), await headerOf(clean)]
  expect(clean.length).toBe(bytes.length)
  expect(after.start).toBe((before.start ?? 0) - 30 * day)
  expect(after).toMatchObject({ format: before.format, records: 2, recordDuration: 2, recordBytes: before.recordBytes })
  expect(after.signals.map(({ label, unit }) => [label, unit]).slice(0, 2)).toEqual([
    ['EEG Fpz-Cz', 'uV'],
    ['Channel 2', ''],
  ])
  expect(after.signals.map(({ scale }) => scale)).toEqual(before.signals.map(({ scale }) => scale))
  const width = 8 * before.bytesPerSample
  for (const record of [0, 1]) {
    const at = before.headerBytes + record * before.recordBytes
    expect(clean.subarray(at, at + width)).toEqual(Buffer.from(bytes.subarray(at, at + width)))
  }
  const text = Buffer.from(clean).toString('latin1')
  for (const gone of ['fell', 'Kari', 'hospital', 'technician', 'remark', 'anything']) expect(text).not.toContain(gone)
  const times = ['Startdate 29-JAN-2024 X X TZ=+0200 ', '+0\x14\x14\x00', '+7.5\x14\x14\x00']
  for (const kept of isPlus ? times : []) expect(text).toContain(kept)
  for (const cut of [1, 7, 255, 300]) expect(await cleaned(bytes, -30 * day, cut)).toEqual(clean)
})

test('other bytes are refused before the first is written', async () => {
  await expect(cleaned(Buffer.from('time,x\n1,Kari\n'), 0)).rejects.toThrow(NotCleanable)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (bytes) => {
      await expect(cleaned(bytes, 0)).rejects.toThrow(NotCleanable)
    }),
  )
})
