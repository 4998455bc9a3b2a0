import { type MeasuredTime, measuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import type { Times } from '@casebook/domain/recordings/seen/coverage.rules.ts'
import { type FileDescription, isZoneMissing } from '@casebook/domain/reference-data/file-description.ts'
import { recordedBetween } from '@casebook/domain/reference-data/recorded-file.ts'
import { timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { useEffect, useMemo, useState } from 'react'
import { otherFiles } from '../inspection/inspections.ts'
import { Lane } from '../inspection/lane.ts'
import type { FromMeasurer, ToMeasurer } from './measure-worker.ts'

export type ChosenMeasures = { readonly time: MeasuredTime; readonly results: readonly Result[] }

/** Whole values do not depend on it. */
const epoch = 60

// Files are measured one after another, and none twice for the same time.
const lane = new Lane()
const kept = new WeakMap<File, { key: string; results: readonly Result[] }>()

/** What is measured in a chosen file before it is sent. Undefined while it is not known. Leaving ends the measuring. */
export function useChosenMeasures(
  file: File,
  description: FileDescription,
  { startTime, stopTime }: Times,
  zone: string,
): ChosenMeasures | undefined {
  const [measured, setMeasured] = useState<ChosenMeasures>()
  const time = useMemo(() => {
    if (description.unreadable || timesQuestion(description)) return undefined
    const own = isZoneMissing(description) ? zone : null
    const recorded = recordedBetween({ description: JSON.stringify(description), zone: own, clockCorrection: 0 })
    return measuredTime(recorded, { startTime, stopTime })
  }, [description, startTime, stopTime, zone])
  const { layout } = description
  useEffect(() => {
    setMeasured(undefined)
    if (!time) return
    const key = JSON.stringify([layout, time])
    const known = kept.get(file)
    if (known?.key === key) {
      setMeasured({ time, results: known.results })
      return
    }
    const job = {}
    lane.add(job, (done) => {
      const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' })
      const end = () => {
        worker.terminate()
        done()
      }
      worker.addEventListener('error', end)
      worker.addEventListener('message', ({ data: { results } }: MessageEvent<FromMeasurer>) => {
        end()
        kept.set(file, { key, results })
        setMeasured({ time, results })
      })
      worker.postMessage({ file, layout, time, epoch, others: otherFiles(file) } satisfies ToMeasurer)
      return { stop: () => worker.terminate() }
    })
    return () => lane.cancel(job)
  }, [file, layout, time])
  return measured
}
