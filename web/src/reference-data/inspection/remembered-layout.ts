import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { readOnce } from '../../calls/graphql.ts'
import { RecordingLayoutDocument } from '../../generated/graphql.ts'

/** The layout set for the last file of this kind in the study, or null. The start is that of the one file. */
export async function rememberedLayout(studyid: string, fingerprint: string): Promise<Layout | null> {
  const { getRecordingLayout } = await readOnce(RecordingLayoutDocument, { studyid, fingerprint })
  return getRecordingLayout ? withoutStart(JSON.parse(getRecordingLayout)) : null
}

export function withoutStart({ start, clock, ...layout }: Layout): Layout | null {
  const kept = start === undefined && clock !== undefined ? { ...layout, clock } : layout
  return Object.keys(kept).length > 0 ? kept : null
}
