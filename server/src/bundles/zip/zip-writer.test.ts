import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../../../../domain/test/programs.ts'
import { PartSink } from './part-sink.ts'
import { type WrittenEntry, ZipWriter } from './zip-writer.ts'

const at = new Date('2026-11-21T16:00:01.500Z')
const files: [path: string, bytes: Buffer][] = [
  ['README.txt', Buffer.from('Les meg\n')],
  ['files/Åse Ødegård/måling.csv', randomBytes(300_000)],
  ['files/empty.csv', Buffer.alloc(0)],
  ['odm.xml', randomBytes(70_000)],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* inPieces(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function makeZip(pieces: number): Promise<{ bytes: Buffer; entries: WrittenEntry[] }> {
  const chunks: Uint8Array[] = []
  const zip = new ZipWriter(async (chunk) => void chunks.push(Uint8Array.from(chunk)), at)
  const entries: WrittenEntry[] = []
  for (const [path, bytes] of files) entries.push(await zip.add(path, inPieces(bytes, pieces)))
  await zip.end(entries)
  return { bytes: Buffer.concat(chunks), entries }
}

describe('a ZIP', () => {
  test('has the same bytes however its entries arrive', async () => {
    const [one, other] = [await makeZip(1_000), await makeZip(65_536)]
    expect(one.bytes.equals(other.bytes)).toBe(true)
  })

  const readers: [program: string, about: string, args: (zip: string) => string[]][] = [
    [
      'python3',
      '--version',
      (zip) => [
        '-c',
        `import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); z.testzip() and sys.exit(1); z.extractall(sys.argv[2])`,
        zip,
        folder,
      ],
    ],
    ['unzip', '-v', (zip) => ['-o', '-q', zip, '-d', folder]],
    ['bsdtar', '--version', (zip) => ['-xf', zip, '-C', folder]],
    ['7zz', 'i', (zip) => ['x', '-y', `-o${folder}`, zip]],
  ]
  for (const [program, about, args] of readers)
    test.skipIf(!hasProgram(program, [about]))(`is read by ${program} (needs ${program})`, async () => {
      const zip = join(folder, `${program}.zip`)
      await writeFile(zip, (await makeZip(10_000)).bytes)
      execFileSync(program, args(zip), { env: { ...process.env, LC_ALL: 'C.UTF-8' }, stdio: 'pipe' })
      for (const [path, bytes] of files) {
        expect((await readFile(join(folder, path))).equals(bytes), path).toBe(true)
        await rm(join(folder, path))
      }
    })

  test('is continued after an entry to the same bytes, wherever its parts were cut', async () => {
    const { bytes, entries } = await makeZip(1_000)
    for (const partBytes of [1_000, 65_536, 100_001]) {
      for (let parts = 0; parts * partBytes < bytes.length; parts += Math.ceil(100_000 / partBytes)) {
        const written = parts * partBytes
        const known = entries.filter((_, place) => (entries[place + 1]?.offset ?? Number.POSITIVE_INFINITY) <= written)
        const from = entries[known.length]?.offset ?? 0
        const whole = Buffer.from(bytes.subarray(0, written))
        const later: Uint8Array[] = []
        const sink = new PartSink({
          partBytes,
          from,
          written,
          put: async (number, offset, part) => {
            expect(offset).toBe((number - 1) * partBytes)
            later.push(Uint8Array.from(part))
          },
        })
        const zip = new ZipWriter(sink.write, at, from)
        const all = [...known]
        for (const [path, content] of files.slice(known.length)) all.push(await zip.add(path, inPieces(content, 7_000)))
        await zip.end(all)
        await sink.end()
        expect(Buffer.concat([whole, ...later]).equals(bytes)).toBe(true)
      }
    }
  })
})
