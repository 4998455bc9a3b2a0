import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import { QualityJudge } from '@casebook/domain/recordings/quality/judge.ts'
import { isFault, type Layout, type Source } from '@casebook/domain/recordings/recording.ts'
import { Surveyor } from '@casebook/domain/recordings/seen/survey.ts'
import { UnreadableRecording } from '@casebook/domain/recordings/unreadable-recording.ts'
import {
  describeFile,
  describeUnreadable,
  type FileDescription,
  whyUnreadable,
} from '@casebook/domain/reference-data/file-description.ts'
import { fileSource } from '../../browser/files.ts'
import type { FromInspector, ToInspector } from './inspection.ts'

// Reads one chosen file outside of the page's thread.

const progressEveryMs = 200
const waiting = new Map<number, (file: File | undefined) => void>()
let questions = 0

function send(message: FromInspector): void {
  postMessage(message)
}

async function companion(filename: string): Promise<Source | undefined> {
  const question = ++questions
  const file = await new Promise<File | undefined>((resolve) => {
    waiting.set(question, resolve)
    send({ type: 'companion', question, filename })
  })
  return file && fileSource(file)
}

/** Wraps a source to record how far it was read. */
function counted(source: Source): Source & { reached: number } {
  return {
    size: source.size,
    reached: 0,
    read(offset, length, signal) {
      this.reached = Math.max(this.reached, Math.min(source.size, offset + length))
      return source.read(offset, length, signal)
    },
  }
}

async function inspect(file: File, layout: Layout | null): Promise<FileDescription> {
  const source = counted(fileSource(file))
  try {
    const recording = await openRecording(source, file.name, { companion, ...(layout && { layout }) })
    send({ type: 'opened', fingerprint: recording.fingerprint })
    const surveyor = new Surveyor(recording.description.channels)
    const judge = new QualityJudge(recording.description)
    let reportedAt = performance.now()
    for await (const item of recording.blocks()) {
      if (isFault(item)) surveyor.addFault(item.what, item.count)
      else {
        surveyor.add(item)
        judge.add(item)
      }
      if (performance.now() - reportedAt < progressEveryMs) continue
      reportedAt = performance.now()
      send({ type: 'progressed', fraction: source.reached / file.size })
    }
    const annotations = await recording.annotations()
    const survey = surveyor.result(recording, annotations.length)
    return describeFile(survey, layout, judge.result(survey))
  } catch (thrown) {
    if (!(thrown instanceof UnreadableRecording)) throw thrown
    return describeUnreadable(whyUnreadable(thrown))
  }
}

addEventListener('message', ({ data }: MessageEvent<ToInspector>) => {
  if (data.type === 'found') {
    waiting.get(data.question)?.(data.file)
    waiting.delete(data.question)
    return
  }
  inspect(data.file, data.layout).then(
    (description) => send({ type: 'described', description }),
    () => send({ type: 'described', description: null }),
  )
})
