import { type MeasuredTime, measuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import { recordedBetween } from '@casebook/domain/reference-data/recorded-file.ts'
import { useEffect, useMemo, useState } from 'react'
import type { ActivityRecord } from '../../activities/record/activity-record.ts'
import { useRead } from '../../calls/graphql.ts'
import { MeasuresDocument, type MeasuresQuery } from '../../generated/graphql.ts'
import { useRereadWhile } from '../../reference-data/file/reread-while.ts'
import type { ReferenceDataRecord } from '../../reference-data/file/use-download.ts'
import type { RecordingReader } from '../reading/recording-reader.ts'

export type StoredMeasures = MeasuresQuery['listMeasures'][number]
export type MeasureRow = StoredMeasures['measures'][number]
/** `isOwn`: computed here, until a server has stored the same. */
export type MeasuredFile = StoredMeasures & { isOwn: boolean }

/** What this browser needs to measure a file. `reader`: undefined until it has read all of it as it is stored. */
export type OwnMeasuring = {
  reader: RecordingReader | undefined
  file: ReferenceDataRecord
  activity: ActivityRecord
  epochSeconds: number
}

/**
 * What was measured in a file. While a server has yet to measure it, this browser does, by the same code; what it finds
 * is shown and not sent. Undefined until something is known.
 */
export function useMeasures(subjectid: string, own: OwnMeasuring): MeasuredFile | undefined {
  const { referencedataid } = own.file
  const { data, reread } = useRead(MeasuresDocument, { subjectid, referencedataid })
  const file = data?.listMeasures[0]
  const isWaiting = file?.state === 'WAITING'
  useRereadWhile(isWaiting, reread)
  const found = useOwnMeasures(own, isWaiting)
  return useMemo(
    () => file && { ...file, ...(isWaiting && found), isOwn: isWaiting && found !== undefined },
    [file, isWaiting, found],
  )
}

type OwnMeasures = Pick<StoredMeasures, 'ofActivity' | 'measuredFrom' | 'epochSeconds' | 'measures'>

function useOwnMeasures(
  { reader, file, activity: { startTime, stopTime }, epochSeconds }: OwnMeasuring,
  isWanted: boolean,
): OwnMeasures | undefined {
  // The file is read again whenever something of the subject changes.
  const { description, zone, clockCorrection } = file
  const time = useMemo(
    () => measuredTime(recordedBetween({ description, zone, clockCorrection }), { startTime, stopTime }),
    [description, zone, clockCorrection, startTime, stopTime],
  )
  const [found, setFound] = useState<OwnMeasures>()
  useEffect(() => {
    setFound(undefined)
    if (!isWanted || !reader) return
    let isOver = false
    reader.apply(time, epochSeconds).then(
      (results) => isOver || setFound(asStored(results, time, epochSeconds)),
      // The server's are shown when they are there.
      () => undefined,
    )
    return () => {
      isOver = true
      reader.cease()
    }
  }, [reader, time, epochSeconds, isWanted])
  return found
}

function asStored(results: readonly Result[], time: MeasuredTime, epochSeconds: number): OwnMeasures {
  return {
    ofActivity: time.ofActivity,
    measuredFrom: time.begun === null ? null : time.begun + time.from,
    epochSeconds,
    measures: results.map(({ channels: _, version, parameters, epochs, ...result }) => ({
      ...result,
      methodVersion: version,
      parameters: JSON.stringify(parameters),
      epochs: epochs.map((value) => (Number.isFinite(value) ? value : null)),
    })),
  }
}
