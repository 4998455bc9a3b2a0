import { Problem } from '@casebook/domain/shared/problems.ts'
import { useEffect, useState } from 'react'
import { Failure } from '../app/failures.ts'
import { useWrite } from '../app/graphql.ts'
import { useDraft } from '../components/use-draft.ts'
import { useSubmission } from '../components/use-submission.ts'
import { AddActivityDocument, UpdateActivityDocument } from '../generated/graphql.ts'
import { judgeActivity, type TypedActivity } from './typed-activity.ts'

const inputs = ['activitytypeid', 'startTime', 'stopTime', 'comment'] as const
export type ActivityInputName = (typeof inputs)[number]

/**
 * What is typed into one row: kept as a draft (a walk takes longer than a phone stays awake), judged as it is typed for
 * the confirm button and shown when an input is left. `record` names the draft.
 */
export function useActivityDraft(record: string, subjectid: string, saved: TypedActivity, zone: string) {
  const draft = useDraft<TypedActivity>(record, saved)
  const [addActivity] = useWrite(AddActivityDocument)
  const [updateActivity] = useWrite(UpdateActivityDocument)
  const typed = draft.value
  const judged = judgeActivity(typed, zone)
  const isValid = Object.keys(judged.problems).length === 0
  const [left, setLeft] = useState<ReadonlySet<ActivityInputName>>(new Set())

  const submission = useSubmission(inputs, async (overVersion: number | null) => {
    const { start, stop } = judged
    if (start instanceof Problem || stop instanceof Problem) throw new Error('A time is unreadable')
    const input = {
      subjectid,
      activitytypeid: typed.activitytypeid,
      startTime: start.seconds,
      stopTime: stop.seconds,
      comment: typed.comment.trim() || null,
    }
    if (overVersion === null) await addActivity({ input })
    else await updateActivity({ input: { ...input, version: overVersion } })
  })

  // Once an input was left, it is judged anew whenever anything in the row changes: a later stop mends an earlier start.
  const { check } = submission
  const shown = JSON.stringify([typed, [...left]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for what is typed and what was left
  useEffect(() => {
    for (const name of left) check(name, judged.problems[name])
  }, [shown, check])

  const isStale = draft.isChanged && saved.version !== null && saved.version !== typed.version
  const heard =
    isStale && saved.version !== null
      ? new Failure({ code: 'CONFLICT', message: '', current: { version: saved.version, by: '', at: '' } })
      : undefined

  return {
    ...submission,
    draft,
    typed,
    saved,
    judged,
    isValid,
    // While our own save is under way, the newer version is ours.
    conflict: submission.conflict ?? (submission.isBusy ? undefined : heard),
    type(changed: Partial<TypedActivity>, name: ActivityInputName) {
      setLeft((before) => new Set([...before].filter((other) => other !== name)))
      submission.clear(name)
      draft.set({ ...typed, ...changed })
    },
    leave(name: ActivityInputName) {
      setLeft((before) => new Set([...before, name]))
    },
    leaveAll() {
      setLeft(new Set(inputs))
    },
    discard() {
      setLeft(new Set())
      submission.clear()
      draft.discard()
    },
  }
}
