import { UnsavedGuard } from '../components/form/UnsavedGuard.tsx'
import { records } from './records.ts'
import { useIsEditing } from './use-record.ts'

/**
 * Asks before a person leaves open editors with unsaved text; leaving discards it. `lane`: those of a subject
 * ('subject/SUBJECTID'), or one record by its name. Navigation below `within` is not blocked.
 */
export function RecordGuard({ lane, within }: { lane: string; within?: string }) {
  return (
    <UnsavedGuard
      isChanged={useIsEditing(lane)}
      isUnsaved={() => records.isEditing(lane)}
      onLeave={() => records.discardEdited(lane)}
      {...(within !== undefined && { within })}
    />
  )
}
