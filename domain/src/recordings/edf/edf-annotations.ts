import { limits, makeBreathe } from '../limits.ts'
import type { Annotation, Source } from '../recording.ts'
import type { EdfHeader, EdfSignal } from './edf-header.ts'
import { readAnnotations } from './time-stamped-annotations.ts'

type Layout = {
  readonly source: Source
  readonly header: EdfHeader
  readonly annotationSignals: readonly EdfSignal[]
  readonly records: number
}

export type AnnotationStore = {
  /** Extracts the annotations from complete records that were read for their samples, so that they are not read twice. */
  add(record: number, count: number, bytes: Uint8Array): void
  /** In the order of time. */
  readAll(signal?: AbortSignal): Promise<readonly Annotation[]>
}

export function makeAnnotationStore(layout: Layout): AnnotationStore {
  const { header, annotationSignals } = layout
  const annotations: Annotation[] = []
  /** The first record whose annotations have not been read. */
  let next = 0
  const keep = (bytes: Uint8Array) => {
    for (const each of readAnnotations(bytes)) {
      if (each.text !== '' && annotations.length < limits.annotations) annotations.push(each)
    }
  }
  const add = (record: number, count: number, bytes: Uint8Array) => {
    if (record !== next || annotationSignals.length === 0) return
    next += count
    for (let index = 0; index < count; index++) {
      for (const each of annotationSignals) {
        const from = index * header.recordBytes + each.offset
        keep(bytes.subarray(from, from + each.samplesPerRecord * header.bytesPerSample))
      }
    }
  }
  return {
    add,
    readAll: async (signal) => {
      const breathe = makeBreathe(signal)
      while (annotationSignals.length > 0 && next < layout.records && annotations.length < limits.annotations) {
        const record = next
        const lists = await readLists(layout, record, signal)
        // Another reader may have advanced in the meantime.
        if (record === next) {
          if (lists.whole) add(record, lists.records, lists.whole)
          else {
            lists.parts.forEach(keep)
            next++
          }
        }
        await breathe()
      }
      return annotations.toSorted((a, b) => a.at - b.at)
    },
  }
}

/** Reads a chunk of records, or only the annotations of a large record. */
async function readLists({ source, header, annotationSignals, records }: Layout, record: number, signal?: AbortSignal) {
  const base = header.headerBytes + record * header.recordBytes
  if (header.recordBytes <= limits.chunkBytes) {
    const count = Math.min(Math.floor(limits.chunkBytes / header.recordBytes), records - record)
    return { whole: await source.read(base, count * header.recordBytes, signal), parts: [], records: count }
  }
  const parts: Uint8Array[] = []
  for (const each of annotationSignals) {
    const length = Math.min(each.samplesPerRecord * header.bytesPerSample, limits.headerBytes)
    parts.push(await source.read(base + each.offset, length, signal))
  }
  return { whole: null, parts, records: 1 }
}
