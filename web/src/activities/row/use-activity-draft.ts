import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { Problem } from '@casebook/domain/shared/problems.ts'
import { useEffect, useState } from 'react'
import { useWrite } from '../../calls/graphql.ts'
import type { Stored } from '../../drafts/machine/draft-machine.ts'
import { type FindAuthor, useRecordDraft } from '../../drafts/use-record-draft.ts'
import { useRecordSubmission } from '../../drafts/use-record-submission.ts'
import { AddActivityDocument, UpdateActivityDocument } from '../../generated/graphql.ts'
import { activityOfFields, fieldsOfActivity, type TypedActivity, validateActivity } from '../record/typed-activity.ts'

const inputs = ['activitytypeid', 'startTime', 'stopTime', 'comment'] as const
export type ActivityInputName = (typeof inputs)[number]

/**
 * The draft of one row: stored, because a walk test may outlast a phone's screen. Validated while typing for the
 * confirm button; errors are shown when an input loses focus. `day` applies if only a time is typed. `record` names the
 * draft, whether or not the activity exists.
 */
export function useActivityDraft(
  record: string,
  subjectid: string,
  stored: Stored,
  { zone, day, findAuthor, isOpen }: { zone: string; day: string | undefined; findAuthor: FindAuthor; isOpen: boolean },
) {
  const draft = useRecordDraft(record, stored, { findAuthor, isOpen })
  const [addActivity] = useWrite(AddActivityDocument)
  const [updateActivity] = useWrite(UpdateActivityDocument)
  const typed = activityOfFields(draft.fields)
  const validated = validateActivity(typed, zone, day)
  const isValid = Object.keys(validated.problems).length === 0
  const [left, setLeft] = useState<ReadonlySet<ActivityInputName>>(new Set())

  function whyNot(fields: Fields) {
    const { problems } = validateActivity(activityOfFields(fields), zone, day)
    return problems.activitytypeid ?? problems.startTime ?? problems.stopTime ?? problems.comment
  }

  const submission = useRecordSubmission(draft, inputs, whyNot, async (fields, version) => {
    const { activitytypeid, comment } = activityOfFields(fields)
    const { start, stop } = validateActivity(activityOfFields(fields), zone, day)
    if (start instanceof Problem) throw start
    if (stop instanceof Problem) throw stop
    const times = { startTime: start.seconds, stopTime: stop.seconds }
    const input = { subjectid, activitytypeid, ...times, comment: comment.trim() || null }
    // A row whose type was changed adds an activity of the new type.
    const began = fieldValue(draft.latest().base.fields, 'activitytypeid')
    const isOther = began !== '' && began !== activitytypeid
    return version === null || isOther
      ? (await addActivity({ input })).addActivity
      : (await updateActivity({ input: { ...input, version } })).updateActivity
  })

  // After an input lost focus once, its error is updated with every change in the row: a later stop fixes an earlier
  // start.
  const { check } = submission
  const shown = JSON.stringify([typed, [...left]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` covers typed values and inputs that lost focus
  useEffect(() => {
    for (const name of left) check(name, validated.problems[name])
  }, [shown, check])

  const { problems } = validated
  return {
    ...submission,
    draft,
    /** Why it cannot be saved yet. */
    whyNot: problems.activitytypeid ?? problems.startTime ?? problems.stopTime ?? problems.comment,
    typed,
    validated,
    isValid,
    type(changed: Partial<TypedActivity>, name: ActivityInputName) {
      setLeft((before) => new Set([...before].filter((other) => other !== name)))
      submission.clear(name)
      draft.set(fieldsOfActivity({ ...typed, ...changed }))
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
