import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { failuresOf } from '../calls/failures.ts'
import { rereadShown } from '../calls/graphql.ts'
import { type Submission, useSubmission } from '../components/form/use-submission.ts'
import { versionToSaveOver } from './machine/draft-machine.ts'
import type { RecordDraft } from './use-record-draft.ts'

/**
 * A write: `version` is the one that it changes, null to add the record. Returns the new version. Returns undefined if
 * it only restored a removed record, over which the fields must then be saved.
 */
export type SaveRecord = (fields: Fields, version: number | null) => Promise<{ version: number } | undefined>

/** A colleague who saves continuously must not keep a save going forever. */
const maxTries = 5
/** About half a second. */
const mostTasks = 100
/** Refusals after which the newest version may explain the reason, and whether merging resolves it. */
const isWorthReading = new Set(['CONFLICT', 'ALREADY_EXISTS', 'NOT_FOUND'])

/** Thrown to end a save that needs the person's decision: the editor shows which. */
class NotYet extends Error {}

/**
 * Saves a record's draft. If a colleague saved meanwhile, the newest version is read, merged and sent again. If the
 * merge has a conflict or the record was removed, the save ends and the editor shows why.
 */
export function useRecordSubmission(
  draft: RecordDraft,
  names: readonly string[],
  check: (fields: Fields) => Error | undefined,
  save: SaveRecord,
): Submission<[]> {
  async function sendOnce(): Promise<'saved' | 'again'> {
    let tasksLeft = mostTasks
    const before = draft.latest()
    if (before.kind === 'editing' && Object.keys(before.asked).length > 0) throw new NotYet()
    const problem = check(before.mine)
    if (problem) throw problem
    draft.dispatch({ type: 'sent' })
    try {
      const made = await save(before.mine, versionToSaveOver(before))
      if (made) {
        draft.dispatch({ type: 'accepted', version: made.version })
        return 'saved'
      }
      draft.dispatch({ type: 'refused' })
      // What was restored is known once React has rendered it, which takes more than one task on a busy machine.
      do await nextTask()
      while (draft.latest().kind === 'removed' && --tasksLeft > 0)
      return 'again'
    } catch (thrown) {
      draft.dispatch({ type: 'refused' })
      const failures = failuresOf(thrown)
      if (!failures.some(({ code }) => isWorthReading.has(code))) throw thrown
      const current = failures.find((failure) => failure.current)?.current
      if (current) draft.learnAuthor(current)
      await rereadShown()
      await nextTask()
      const after = draft.latest()
      if (after.kind === 'removed') {
        if (before.kind === 'removed') throw thrown
        throw new NotYet()
      }
      if (!current && after.base.version === before.base.version && after.kind === before.kind) throw thrown
      return 'again'
    }
  }

  return useSubmission(
    names,
    async () => {
      for (let tries = 1; ; tries += 1) {
        if ((await sendOnce()) === 'saved') return
        if (tries === maxTries) throw new NotYet()
      }
    },
    { isBeside: true, isExplained: (thrown) => thrown instanceof NotYet },
  )
}

/** Lets React render what was read. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
