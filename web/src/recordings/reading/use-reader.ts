import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ReadingState, unread } from './reading-state.ts'
import { type Locate, RecordingReader } from './recording-reader.ts'

const nothing = () => () => undefined

/** Reads a file in a worker while the screen is open. A change of `attempt` starts again. */
export function useReader(
  filename: string,
  layout: Layout | null,
  locate: Locate,
  attempt: number,
): { reader: RecordingReader | undefined; state: ReadingState } {
  const [reader, setReader] = useState<RecordingReader>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt means another reader
  useEffect(() => {
    const made = new RecordingReader(filename, layout, locate)
    setReader(made)
    return () => made.stop()
  }, [filename, layout, locate, attempt])
  const state = useSyncExternalStore(reader?.subscribe ?? nothing, () => reader?.state ?? unread)
  return { reader, state }
}
