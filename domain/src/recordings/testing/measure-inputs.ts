import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { test } from 'vitest'
import { Measuring, type Result } from '../measures/measuring.ts'
import { openRecording } from '../open/open-recording.ts'
import { type Channel, isFault, type OpenOptions } from '../recording.ts'
import { memorySource } from '../source.ts'

const folder = process.env.CASEBOOK_MEASURES

/**
 * A test against numbers that others published, which are not part of the project. It is skipped, with a message, if
 * CASEBOOK_MEASURES names no folder.
 */
export function testOfMeasures(name: string, run: () => Promise<void>): void {
  if (folder) test(name, run, 120_000)
  else test.skip(`${name} (CASEBOOK_MEASURES names no folder)`, run)
}

export async function readInput(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(join(folder ?? '', path)))
}

/** The rows of a table with one line of names. */
export async function readNumbers(path: string): Promise<number[][]> {
  const bytes = await readInput(path)
  const text = new TextDecoder().decode(path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map(Number))
}

/** Measures samples that are all there, from their start to their end. */
export function measureColumns(
  columns: readonly (readonly number[])[],
  rate: number,
  epoch: number,
  kind: Channel['kind'] = 'acceleration',
): Result[] {
  const names = ['x', 'y', 'z']
  const channels = columns.map((_, index) => ({
    name: names[index] ?? '',
    unit: kind === 'acceleration' ? 'g' : null,
    kind,
    rate,
  }))
  const length = columns[0]?.length ?? 0
  const measuring = new Measuring(channels, { from: 0, to: length / rate, epoch })
  const size = 4096
  for (let from = 0; from < length; from += size) {
    for (const [channel, values] of columns.entries()) {
      measuring.add({
        channel,
        at: from / rate,
        step: 1 / rate,
        values: Float64Array.from(values.slice(from, from + size)),
        continues: from > 0,
      })
    }
  }
  return measuring.results()
}

/** Measures a file from its start to its end. */
export async function measureFile(
  bytes: Uint8Array<ArrayBuffer>,
  filename: string,
  epoch: number,
  options?: OpenOptions,
): Promise<Result[]> {
  const recording = await openRecording(memorySource(bytes), filename, options)
  const { channels, duration } = recording.description
  const measuring = new Measuring(channels, { from: 0, to: duration ?? Number.POSITIVE_INFINITY, epoch })
  for await (const item of recording.blocks()) if (!isFault(item)) measuring.add(item)
  return measuring.results()
}

export function resultOf(results: readonly Result[], measure: string): Result {
  const found = results.find((result) => result.measure === measure)
  if (!found) throw new Error(`no ${measure} among ${results.map((each) => each.measure)}`)
  return found
}
