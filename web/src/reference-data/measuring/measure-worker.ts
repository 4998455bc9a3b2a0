import { measureTime } from '@casebook/domain/recordings/measures/measure-recording.ts'
import type { MeasuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { fileSource } from '../../browser/files.ts'

// Measures one chosen file outside of the page's thread, as a server does once it is stored.

export type ToMeasurer = {
  file: File
  layout: Layout | null
  time: MeasuredTime
  epoch: number
  /** The other chosen files, among which may be the samples that a header names. */
  others: readonly File[]
}

export type FromMeasurer = { results: readonly Result[] }

async function measure({ file, layout, time, epoch, others }: ToMeasurer): Promise<readonly Result[]> {
  const recording = await openRecording(fileSource(file), file.name, {
    async companion(filename) {
      const found = others.find(({ name }) => name === filename)
      return found && fileSource(found)
    },
    ...(layout && { layout }),
  })
  return (await measureTime(recording, time, epoch)).results
}

addEventListener('message', ({ data }: MessageEvent<ToMeasurer>) => {
  const send = (message: FromMeasurer) => postMessage(message)
  // A file that can't be read has no values; that it can't is said already.
  measure(data).then(
    (results) => send({ results }),
    () => send({ results: [] }),
  )
})
