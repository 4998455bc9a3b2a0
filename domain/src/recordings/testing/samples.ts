import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import type { OpenOptions, Recording } from '../recording.ts'
import { memorySource } from '../source.ts'

const folder = process.env.CASEBOOK_SAMPLES

/**
 * A test with recordings that are not part of the project. It is skipped, with a message, if CASEBOOK_SAMPLES names no
 * folder.
 */
export function testOfSamples(name: string, run: () => Promise<void>): void {
  if (folder) test(name, run, 60_000)
  else test.skip(`${name} (CASEBOOK_SAMPLES names no folder)`, run)
}

export async function readSample(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(join(folder ?? '', path)))
}

export async function openSample(path: string, options?: OpenOptions): Promise<Recording> {
  return openRecording(memorySource(await readSample(path)), path.split('/').at(-1) ?? path, options)
}
