import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { onForget } from '../../browser/forgetting.ts'
import {
  type FromHasher,
  type FromInspector,
  type Inspection,
  type ToHasher,
  type ToInspector,
  uninspected,
} from './inspection.ts'
import { Lane } from './lane.ts'

/** Returns the layout set for the last file of this kind in the study, or null. */
export type RememberedLayout = (fingerprint: string) => Promise<Layout | null>

/* Kept outside of the screen, like uploads. */
let inspections: ReadonlyMap<File, Inspection> = new Map()
const listeners = new Set<() => void>()
// Separate lanes: uploads wait for the hashes, and reading may take long.
const hashing = new Lane()
const looking = new Lane()

function keep(next: ReadonlyMap<File, Inspection>): void {
  inspections = next
  for (const listener of listeners) listener()
}

function update(file: File, more: Partial<Inspection>): void {
  const before = inspections.get(file)
  if (before) keep(new Map(inspections).set(file, { ...before, ...more }))
}

function hash(file: File, done: () => void) {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  const end = (sha256: string | null) => {
    worker.terminate()
    update(file, { sha256 })
    done()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<FromHasher>) => end(data.sha256))
  worker.addEventListener('error', () => end(null))
  worker.postMessage({ file } satisfies ToHasher)
  return { stop: () => worker.terminate() }
}

function look(file: File, remembered: RememberedLayout, done: () => void, set: Layout | null = null) {
  const worker = new Worker(new URL('./inspection-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: ToInspector) => worker.postMessage(message)
  let isOver = false
  let again: { stop: () => void } | undefined
  let asked: Promise<unknown> = Promise.resolve()
  const end = (description: Inspection['description']) => {
    worker.terminate()
    isOver = true
    update(file, { description, fraction: 1 })
    done()
  }
  worker.addEventListener('error', () => end(null))
  worker.addEventListener('message', ({ data }: MessageEvent<FromInspector>) => {
    if (data.type === 'described') void asked.then(() => !isOver && !again && end(data.description))
    else if (data.type === 'progressed') update(file, { fraction: data.fraction })
    else if (data.type === 'companion') {
      const { question, filename } = data
      send({ type: 'found', question, file: [...inspections.keys()].find(({ name }) => name === filename) })
    } else if (data.fingerprint !== null && set === null) {
      asked = remembered(data.fingerprint).then(
        (layout) => {
          if (!layout || isOver || again) return
          worker.terminate()
          again = look(file, remembered, done, layout)
        },
        // The recognised layout is used.
        () => undefined,
      )
    }
  })
  send({ type: 'inspect', file, layout: set })
  return {
    stop: () => {
      isOver = true
      worker.terminate()
      again?.stop()
    },
  }
}

/** Hashes and reads chosen files. Also reads again those that lacked one of these files. */
export function inspect(files: readonly File[], remembered: RememberedLayout): void {
  const names = new Set(files.map(({ name }) => name))
  const orphans = [...inspections].filter(([, { description }]) => {
    const unreadable = description?.unreadable
    return unreadable?.code === 'missing-companion' && unreadable.detail !== null && names.has(unreadable.detail)
  })
  keep(new Map([...inspections, ...files.map((file) => [file, uninspected] as const)]))
  for (const file of files) hashing.add(file, (done) => hash(file, done))
  for (const [file] of orphans) update(file, { description: undefined, fraction: 0 })
  for (const file of [...files, ...orphans.map(([file]) => file)])
    looking.add(file, (done) => look(file, remembered, done))
}

/** Reads a file again, as somebody has set it. */
export function inspectAs(file: File, layout: Layout): void {
  looking.cancel(file)
  update(file, { description: undefined, fraction: 0 })
  looking.add(file, (done) => look(file, async () => null, done, layout))
}

/** Stops reading files and deletes the results. */
export function forgetInspections(files: readonly File[]): void {
  for (const file of files) {
    hashing.cancel(file)
    looking.cancel(file)
  }
  keep(new Map([...inspections].filter(([file]) => !files.includes(file))))
}

onForget(() => forgetInspections([...inspections.keys()]))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Resolves when this result is available, with undefined if the file is not inspected. */
export function whenInspected<K extends 'sha256' | 'description'>(
  file: File,
  what: K,
): Promise<Inspection[K] | undefined> {
  return new Promise((resolve) => {
    const listen = () => {
      const inspection = inspections.get(file)
      if (inspection && inspection[what] === undefined) return
      listeners.delete(listen)
      resolve(inspection?.[what])
    }
    listeners.add(listen)
    listen()
  })
}

/** The files that are chosen beside this one. */
export function otherFiles(file: File): readonly File[] {
  return [...inspections.keys()].filter((other) => other !== file)
}

/** The results for several files. */
export function useInspections(files: readonly File[]): ReadonlyMap<File, Inspection> {
  const all = useSyncExternalStore(subscribe, () => inspections)
  return useMemo(() => new Map([...all].filter(([file]) => files.includes(file))), [all, files])
}
