import { makeArrayRecording } from '../arrays/array-recording.ts'
import { heldBytes } from '../arrays/numeric-array.ts'
import { makeBreathe } from '../limits.ts'
import { type Fault, makeFault, type OpenOptions, type Recording, type Source } from '../recording.ts'
import { readExactly } from '../source.ts'
import { InflateError, inflate } from '../zip/inflate.ts'
import { readElement, takeVariables, types, type Variables } from './matlab-variables.ts'

const headerBytes = 128
const mostElements = 10_000

/**
 * Reads the variables of a MATLAB file into memory, up to a limit. Most are deflated as a whole, and a matrix is stored
 * column by column.
 */
export async function openMatlab(source: Source, { signal }: OpenOptions = {}): Promise<Recording> {
  const header = await readExactly(source, 0, headerBytes, signal)
  const isLittle = header[126] === 0x49
  const breathe = makeBreathe(signal)
  const variables: Variables = { arrays: [], scalars: new Map(), unread: [] }
  const faults: Fault[] = []
  let held = 0
  let elements = 0
  for (let offset = headerBytes; offset + 8 <= source.size; ) {
    if (++elements > mostElements) {
      faults.push(makeFault('limit', { offset }))
      break
    }
    const tag = view(await readExactly(source, offset, 8, signal))
    const [type, length] = [tag.getUint32(0, isLittle), tag.getUint32(4, isLittle)]
    const isCut = offset + 8 + length > source.size
    if (isCut) faults.push(makeFault('cut-off', { offset: source.size }))
    if (isCut && type !== types.compressed) break
    const most = heldBytes - held
    const bytes = await readVariable(source, type, offset, Math.min(length, source.size - offset - 8), most, signal)
    if ('what' in bytes) faults.push(bytes)
    else {
      held += bytes.length
      const variable = view(bytes)
      const matrix = readElement(variable, 0, isLittle)
      if (matrix?.type === types.matrix) {
        takeVariables(variable, matrix, isLittle, variables)
        for (const detail of variables.unread.splice(0)) faults.push(makeFault('not-supported', { offset, detail }))
      } else if (type === types.matrix || type === types.compressed) faults.push(makeFault('corrupt-block', { offset }))
    }
    offset += 8 + length
    if (type !== types.compressed) offset = Math.ceil(offset / 8) * 8
    await breathe()
  }
  return makeArrayRecording({ format: 'MATLAB', ...variables, faults }, signal)
}

/** The inflated bytes of an element with its tag. */
async function readVariable(
  source: Source,
  type: number,
  offset: number,
  length: number,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | Fault> {
  const tooMuch = makeFault('limit', { offset, detail: `${length} bytes` })
  if (length > most) return tooMuch
  if (type !== types.compressed) return source.read(offset, length + 8, signal)
  const parts: Uint8Array[] = []
  let inflated = 0
  try {
    for await (const part of inflate(readOnce(source, offset + 8, length, signal), 'deflate', signal)) {
      inflated += part.length
      if (inflated > most) return tooMuch
      parts.push(part)
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
    return makeFault('corrupt-block', { offset, detail: error.message })
  }
  const bytes = new Uint8Array(inflated)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

async function* readOnce(source: Source, offset: number, length: number, signal?: AbortSignal) {
  yield await source.read(offset, length, signal)
}

function view(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
