import { makeBreathe } from '../limits.ts'
import { type Block, type BlocksOptions, type Fault, makeFault, type Source } from '../recording.ts'
import { InflateError } from '../zip/inflate.ts'
import { readEntry, type ZipEntry } from '../zip/read-zip.ts'
import { type LogHead, recordTypes } from './gt3x-head.ts'
import { readSensorData } from './gt3x-info.ts'
import { type LogRecord, makeReadings, makeSeries, readLog, unpackTwelveBits, unpackWords } from './gt3x-log.ts'

/**
 * Reads log.bin from its start, because deflated data can't be read from the middle. Seconds in which the recorder was
 * idle have no record, or one without samples.
 */
export async function* readLogBlocks(
  source: Source,
  entry: ZipEntry,
  head: LogHead & { readonly start: number },
  { signal, from, to }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  const breathe = makeBreathe(signal)
  const reader = makeRecordReader(head)
  try {
    for await (const items of readLog(readEntry(source, entry, signal))) {
      for (const item of items) {
        if ('what' in item) {
          yield* reader.flush(from)
          yield { ...item, at: reader.lastAt() }
          continue
        }
        if (to !== undefined && item.time - head.start > to + lateness) {
          yield* reader.flush(from)
          return
        }
        const fault = reader.read(item)
        if (fault) {
          yield* reader.flush(from)
          yield fault
        }
      }
      yield* reader.flush(from)
      await breathe()
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
    yield makeFault(error.isWhole ? 'wrong-header' : 'cut-off', {
      offset: error.offset ?? entry.offset,
      at: reader.lastAt(),
      detail: `${entry.name}: ${error.message}`,
    })
  }
}

/** Seconds by which records of other kinds may be late. */
const lateness = 600

function makeRecordReader(head: LogHead & { readonly start: number }) {
  const { places, schema } = head
  const activity = makeSeries([0, 1, 2].map((axis) => places.activity + axis))
  const sensor = makeSeries(schema?.columns.map((_, index) => places.sensor + index) ?? [])
  const readings = new Map([...places.readings].map(([type, channel]) => [type, makeReadings(channel)]))
  let lastAt = 0
  const read = ({ type, time, payload }: LogRecord): Fault | undefined => {
    const at = time - head.start
    // One byte indicates an event, such as connecting the recorder.
    if (payload.byteLength <= 1 && type !== recordTypes.heartRate) return undefined
    if ((type === recordTypes.activity || type === recordTypes.activity2) && places.activity >= 0) {
      lastAt = at
      return activity.add(at, 1, unpackActivity(type, payload, head.scale))
    }
    if (type === recordTypes.sensorData && schema && places.sensor >= 0 && payload.getUint16(0, true) === schema.id) {
      return sensor.add(at, 1, readSensorData(payload, schema, head.temperatureOffset))
    }
    if (at < 0 || payload.byteLength === 0) return undefined
    if (type === recordTypes.heartRate) readings.get(type)?.add(at, payload.getUint8(0))
    else if (type === recordTypes.battery) readings.get(type)?.add(at, payload.getUint16(0, true) / 1000)
    else readings.get(type)?.add(at, payload.getUint16(0, true))
    return undefined
  }
  return {
    read,
    lastAt: () => lastAt,
    flush: (from = Number.NEGATIVE_INFINITY) => {
      const blocks = [activity, sensor, ...readings.values()].flatMap((each) => each.flush())
      return blocks.filter(({ at, step, times, values }) => (times?.at(-1) ?? at + (step ?? 0) * values.length) >= from)
    },
  }
}

function unpackActivity(type: number, payload: DataView<ArrayBuffer>, scale: number) {
  if (type === recordTypes.activity2) return unpackWords(payload, scale)
  return unpackTwelveBits(new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength), scale)
}
