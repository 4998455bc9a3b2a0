import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
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
  const [made, setMade] = useState<{ of: object; reader: RecordingReader }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt means another reader
  const of = useMemo(() => ({ filename, layout, locate }), [filename, layout, locate, attempt])
  useEffect(() => {
    const reader = new RecordingReader(of.filename, of.layout, of.locate)
    setMade({ of, reader })
    return () => reader.stop()
  }, [of])
  // What was read with other settings must not be shown or stored as the result of these.
  const reader = made?.of === of ? made.reader : undefined
  const state = useSyncExternalStore(reader?.subscribe ?? nothing, () => reader?.state ?? unread)
  return { reader, state }
}
