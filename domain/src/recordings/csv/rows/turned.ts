import { type Block, type BlocksOptions, type Fault, isFault, type Recording, type Source } from '../../recording.ts'
import { reversedSource } from '../bytes/reversed-source.ts'
import type { Sample } from '../head/sample.ts'

const headBytes = 1 << 18

/** The table with its lines of data in the order of their times. Undefined if the file can't be read from its end. */
export async function turned(
  source: Source,
  { file }: Sample,
  headerRows: number,
  signal?: AbortSignal,
): Promise<Source | undefined> {
  const { gzip, encoded, lineEnd } = file
  if (gzip || encoded.encoding.startsWith('utf-16')) return undefined
  const head = await source.read(0, Math.min(headBytes, source.size), signal)
  let header = 0
  for (let row = 0; row < headerRows; row++) header = head.indexOf(lineEnd.charCodeAt(0), header) + 1
  return reversedSource(source, { header, lineEnd }, signal)
}

/** The same recording, which says that its lines were turned. Where they stand in the file is not told of its faults. */
export function asTurned(recording: Recording): Recording {
  const { description, layout, fingerprint } = recording
  return {
    description: { ...description, recognised: [{ code: 'descending' }, ...description.recognised] },
    layout,
    fingerprint,
    annotations: (signal) => recording.annotations(signal),
    blocks: (options) => withoutPlaces(recording, options),
  }
}

async function* withoutPlaces(recording: Recording, options?: BlocksOptions): AsyncGenerator<Block | Fault> {
  for await (const item of recording.blocks(options)) yield isFault(item) ? { ...item, line: null, offset: null } : item
}
