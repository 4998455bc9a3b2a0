import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { readOnce } from '../../calls/graphql.ts'
import { RecordingLayoutDocument } from '../../generated/graphql.ts'

/** The layout set for the last file of this kind in the study, or null. Start and archive are those of the one file. */
export async function rememberedLayout(studyid: string, fingerprint: string): Promise<Layout | null> {
  const { getRecordingLayout } = await readOnce(RecordingLayoutDocument, { studyid, fingerprint })
  return getRecordingLayout ? forOtherFiles(JSON.parse(getRecordingLayout)) : null
}

export function forOtherFiles({ start, clock, entry, ...layout }: Layout): Layout | null {
  const kept = start === undefined && clock !== undefined ? { ...layout, clock } : layout
  return Object.keys(kept).length > 0 ? kept : null
}
