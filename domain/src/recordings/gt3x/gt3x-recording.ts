import {
  countFaults,
  type Description,
  type OpenOptions,
  type Recording,
  type Remark,
  type Source,
} from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { listEntries, readEntryStart } from '../zip/read-zip.ts'
import { describeFirstFirmware, readFirstFirmware } from './gt3x-first-firmware.ts'
import { readLogHead } from './gt3x-head.ts'
import { type Gt3xInfo, readInfo } from './gt3x-info.ts'
import { readLogStart } from './gt3x-log.ts'
import { readLogBlocks } from './gt3x-log-blocks.ts'

/** The maximum size of info.txt, which has a few hundred bytes. */
const infoBytes = 65_536
/** Bytes of log.bin used to find the channels: two hours at 30 Hz, twenty minutes with an inertial unit. */
const headBytes = 1 << 20

export async function openGt3x(source: Source, { signal }: OpenOptions = {}): Promise<Recording> {
  const entries = await listEntries(source, signal)
  const find = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name)
  const infoEntry = find('info.txt')
  const bytes = infoEntry ? await readEntryStart(source, infoEntry, infoBytes, signal) : new Uint8Array()
  const info = readInfo(new TextDecoder().decode(bytes))
  const log = find('log.bin')
  if (log) {
    const head = readLogHead(readLogStart(await readEntryStart(source, log, headBytes, signal)), info)
    if (head.start === null) throw new UnreadableRecording('no-data', { offset: log.offset, detail: 'log.bin' })
    const start = head.start
    const duration = info.end !== null && info.end > start ? info.end - start : null
    return {
      ...withoutChoices,
      description: { ...describe(info), start, duration, channels: head.channels, samples: null },
      blocks: (options) => countFaults(readLogBlocks(source, log, { ...head, start }, options)),
    }
  }
  const activity = find('activity.bin')
  if (!activity) throw new UnreadableRecording('no-data', { offset: 0, detail: 'log.bin, activity.bin' })
  const first = { source, info, activity, lux: find('lux.bin') ?? null }
  return {
    ...withoutChoices,
    description: { ...describe(info), ...describeFirstFirmware(first) },
    blocks: (options) => countFaults(readFirstFirmware(first, options)),
  }
}

const withoutChoices = { layout: null, fingerprint: null, annotations: async () => [] }

function describe(info: Gt3xInfo): Pick<Description, 'format' | 'recognised' | 'clock' | 'device' | 'serialnumber'> {
  const recognised: Remark[] = []
  if (info.utcOffset !== null) recognised.push({ code: 'utc-offset', params: { minutes: info.utcOffset } })
  return {
    format: 'ActiGraph GT3X',
    recognised,
    clock: 'local',
    device: info.device === null ? 'ActiGraph' : `ActiGraph ${info.device}`,
    ...(info.serialnumber === null ? {} : { serialnumber: info.serialnumber }),
  }
}
