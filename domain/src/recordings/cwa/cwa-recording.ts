import { limits, makeBreathe } from '../limits.ts'
import {
  type BlocksOptions,
  countFaults,
  type Description,
  type Fault,
  makeFault,
  type OpenOptions,
  type Recording,
  type Source,
} from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { readCwaBlocks } from './cwa-blocks.ts'
import {
  type CwaFile,
  describeChannels,
  headerBytes,
  readSectors,
  readView,
  type Sector,
  sectorBytes,
} from './cwa-file.ts'

/** Sectors read at once when searching for an intact one. */
const window = limits.chunkBytes / sectorBytes

export async function openCwa(source: Source, { signal }: OpenOptions = {}): Promise<Recording> {
  if (source.size < headerBytes + sectorBytes) throw new UnreadableRecording('cut-off', { offset: source.size })
  const sectors = Math.floor((source.size - headerBytes) / sectorBytes)
  const first = await findFirst(source, sectors, signal)
  if (!first) throw new UnreadableRecording('no-data', { offset: headerBytes })
  const file: CwaFile = { source, sectors, first }
  const header = await readHeader(source, signal)
  const faults = findFaults(file, header.isIntact)
  return {
    description: await describe(file, header, signal),
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    blocks: (options?: BlocksOptions) => countFaults(readCwaBlocks(file, faults, options)),
  }
}

async function findFirst(source: Source, sectors: number, signal?: AbortSignal): Promise<Sector | undefined> {
  const breathe = makeBreathe(signal)
  for (let from = 0; from < sectors; from += window) {
    for (const sector of await readSectors(source, from, window, signal)) {
      if (sector && sector.count > 0) return sector
    }
    await breathe()
  }
  return undefined
}

type Header = { readonly isIntact: boolean; readonly device: string; readonly serialnumber: string }

async function readHeader(source: Source, signal?: AbortSignal): Promise<Header> {
  const view = await readView(source, 0, headerBytes, signal)
  const upper = view.getUint16(11, true)
  const number = view.getUint16(5, true) + (upper === 0xffff ? 0 : upper * 0x10000)
  return {
    isIntact: view.getUint16(0, true) === 0x444d && view.getUint16(2, true) === 1020,
    device: view.getUint8(4) === 0x64 ? 'Axivity AX6' : 'Axivity AX3',
    serialnumber: String(number),
  }
}

async function describe(
  { source, sectors, first }: CwaFile,
  header: Header,
  signal?: AbortSignal,
): Promise<Description> {
  const from = Math.max(0, sectors - window)
  const last = (await readSectors(source, from, sectors - from, signal)).findLast(
    (sector) => sector && sector.count > 0,
  )
  const duration = last ? last.start - first.start + last.count / last.rate : 0
  const device = header.isIntact ? { device: header.device, serialnumber: header.serialnumber } : {}
  return {
    format: 'Axivity CWA',
    recognised: [],
    start: first.start,
    clock: 'local',
    duration: duration > 0 ? duration : null,
    channels: describeChannels(first),
    samples: null,
    ...device,
  }
}

function findFaults({ source, sectors }: CwaFile, isIntact: boolean): Fault[] {
  const faults: Fault[] = []
  if (!isIntact) faults.push(makeFault('wrong-header', { offset: 0 }))
  const end = headerBytes + sectors * sectorBytes
  if (source.size > end) faults.push(makeFault('cut-off', { offset: source.size }))
  return faults
}
