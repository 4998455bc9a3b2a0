import { correlate } from '@casebook/domain/recordings/alignment/correlate.ts'
import type { Source } from '@casebook/domain/recordings/recording.ts'
import { UnreadableRecording } from '@casebook/domain/recordings/unreadable-recording.ts'
import { whyUnreadable } from '@casebook/domain/reference-data/file-description.ts'
import { fileSource } from '../../browser/files.ts'
import { TooManyValues } from './csv-of-blocks.ts'
import type { FileLocation, FromReader, ReadingFailure, ToReader } from './protocol.ts'
import { RangeSource, StoreUnreachable } from './range-source.ts'
import { Reader, Superseded } from './reader.ts'

// Reads one recording for one page, outside the page's thread.

let reader: Reader | undefined
let questions = 0
const waiting = new Map<number, (at: FileLocation | undefined) => void>()

function send(message: FromReader): void {
  const buffers =
    message.type === 'seen'
      ? message.views.flatMap(({ times, min, max, gaps }) => [times.buffer, min.buffer, max.buffer, gaps.buffer])
      : []
  postMessage(message, { transfer: buffers })
}

function ask(filename: string | null): Promise<FileLocation | undefined> {
  const question = ++questions
  return new Promise((resolve) => {
    waiting.set(question, resolve)
    send({ type: 'locate', question, filename })
  })
}

async function sourceOf(filename: string | null): Promise<Source | undefined> {
  const at = await ask(filename)
  if (!at) return undefined
  if ('file' in at) return fileSource(at.file)
  return new RangeSource(at.url, at.size, async () => {
    const again = await ask(filename)
    return again && 'url' in again ? again.url : at.url
  })
}

function failureOf(thrown: unknown): ReadingFailure {
  if (thrown instanceof UnreadableRecording) return { kind: 'unreadable', why: whyUnreadable(thrown) }
  if (thrown instanceof StoreUnreachable) return { kind: 'connection' }
  if (thrown instanceof Superseded) return { kind: 'superseded' }
  if (thrown instanceof TooManyValues) return { kind: 'too-much' }
  return { kind: 'defect', message: thrown instanceof Error ? thrown.message : String(thrown) }
}

async function handle(message: ToReader): Promise<void> {
  switch (message.type) {
    case 'open': {
      const source = await sourceOf(null)
      if (!source) throw new StoreUnreachable('The file is not there.')
      const { filename, layout } = message
      reader = await Reader.open(source, { filename, layout, companion: sourceOf, send })
      return reader.readAll()
    }
    case 'found':
      waiting.get(message.question)?.(message.at)
      waiting.delete(message.question)
      return
    case 'look':
      return reader?.look(message)
    case 'measure': {
      const { request } = message
      if (reader) send({ type: 'measured', request, statistics: await reader.measure(message) })
      return
    }
    case 'trace': {
      const { request, of } = message
      if (reader) send({ type: 'traced', request, values: await reader.trace(of) })
      return
    }
    case 'cease':
      return reader?.cease()
    case 'apply': {
      const { request, time, epoch } = message
      if (reader) send({ type: 'applied', request, results: await reader.apply(time, epoch) })
      return
    }
    case 'correlate': {
      const { request, one, other, options } = message
      return send({ type: 'correlated', request, agreement: correlate(one, other, options) })
    }
    case 'extract': {
      const { request, channels, origin } = message
      if (reader) send({ type: 'extracted', request, csv: await reader.extract(message, channels, origin) })
    }
  }
}

addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  handle(data).catch((thrown: unknown) => {
    const request = 'request' in data ? data.request : null
    send({ type: 'failed', request, failure: failureOf(thrown) })
  })
})
