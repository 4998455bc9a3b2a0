import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureTime } from '../../../domain/src/recordings/measures/measure-recording.ts'
import type { Result } from '../../../domain/src/recordings/measures/measuring.ts'
import { sides } from '../../../domain/src/recordings/measures/test/sides.ts'
import { openRecording } from '../../../domain/src/recordings/open/open-recording.ts'
import { memorySource } from '../../../domain/src/recordings/source.ts'
import { writeEdf } from '../../../domain/src/recordings/testing/write-edf.ts'
import { expect, signIn, test } from '../../fixtures.ts'

// The worker that the browser measures with, as it is built, beside the same code in this process, as a server runs it.

const webFolder = process.env.WEB_FOLDER ?? fileURLToPath(new URL('../../../web/dist', import.meta.url))
const epoch = 30
type Chosen = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** Half a minute on each of nine sides, of a sensor that is off by an offset and a scale; then steps. */
function turned(): Chosen {
  const rows = Array.from({ length: 30 * (30 * sides.length + 120) }, (_, i) => {
    const side = sides[Math.floor(i / 900)]
    const walking = [0.02, 0.01, 1 + 0.8 * Math.max(0, Math.cos((2 * Math.PI * i) / 16))]
    const shown = (side ?? walking).map((value, axis) => value / (1 + 0.01 * axis) - 0.03)
    return `${(i / 30).toFixed(4)},${shown.map((value) => value.toFixed(5)).join()}`
  })
  return textFile('turned.csv', ['time (s),acc_x (g),acc_y (g),acc_z (g)', ...rows, ''].join('\n'))
}

/** Three minutes of an ECG whose beats come ever faster. */
function ecg(): Chosen {
  let phase = 0
  const samples = Array.from({ length: 256 * 180 }, (_, i) => {
    phase += (1 + i / 100_000) / 256
    const [at] = [phase % 1]
    return Math.round(1500 * Math.exp(-((at - 0.3) ** 2) / 0.0004) + 250 * Math.exp(-((at - 0.55) ** 2) / 0.004))
  })
  const bytes = writeEdf({
    records: 180,
    recordDuration: 1,
    signals: [{ label: 'ECG', unit: 'uV', samplesPerRecord: 256, samples }],
  })
  return { name: 'chest.edf', bytes }
}

function textFile(name: string, text: string): Chosen {
  return { name, bytes: new TextEncoder().encode(text) }
}

async function samples(): Promise<Chosen[]> {
  const folder = process.env.CASEBOOK_SAMPLES
  if (!folder) return []
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = paths.filter((each) => each.isFile() && !/README|\.npz$|timestamps_headers/.test(each.name))
  return Promise.all(
    files.map(async ({ parentPath, name }) => ({
      name: basename(name),
      bytes: new Uint8Array(await readFile(join(parentPath, name))),
    })),
  )
}

async function measuredHere({ name, bytes }: Chosen): Promise<readonly Result[]> {
  try {
    const recording = await openRecording(memorySource(bytes), name)
    return (await measureTime(recording, { from: 0, to: Number.POSITIVE_INFINITY }, epoch)).results
  } catch {
    return []
  }
}

test('a browser measures what a server does, number by number', { tag: '@desk' }, async ({ page }) => {
  test.slow()
  const worker = (await readdir(join(webFolder, 'assets'))).find((name) => /^measure-worker-.*\.js$/.test(name))
  await signIn(page, 'nurse', '/')
  await page.evaluate(() => document.body.prepend(Object.assign(document.createElement('input'), { type: 'file' })))
  const input = page.locator('body > input[type=file]')
  const counted = { files: 0, values: 0 }
  for (const file of [turned(), ecg(), ...(await samples())]) {
    await input.setInputFiles({ name: file.name, mimeType: '', buffer: Buffer.from(file.bytes) })
    const found = await input.evaluate(
      (chooser: HTMLInputElement, { address, seconds }) =>
        new Promise<Result[]>((resolve, reject) => {
          const measurer = new Worker(address, { type: 'module' })
          measurer.addEventListener('error', ({ message }) => reject(new Error(message)))
          measurer.addEventListener('message', ({ data }) => {
            measurer.terminate()
            resolve(data.results)
          })
          const time = { begun: null, from: 0, to: Number.POSITIVE_INFINITY, ofActivity: false }
          measurer.postMessage({ file: chooser.files?.[0], layout: null, time, epoch: seconds, others: [] })
        }),
      { address: `/assets/${worker}`, seconds: epoch },
    )
    expect(found, file.name).toEqual(await measuredHere(file))
    if (found.length > 0) counted.files += 1
    counted.values += found.reduce((sum, { epochs }) => sum + 1 + epochs.length, 0)
  }
  expect(counted.files).toBeGreaterThanOrEqual(process.env.CASEBOOK_SAMPLES ? 20 : 2)
  expect(counted.values).toBeGreaterThan(200)
})
