import { mayCall } from '@casebook/domain/shared/groups.ts'
import { mayAdminister } from '@casebook/domain/users/rights.rules.ts'
import type { ExecutionResult, GraphQLResolveInfo } from 'graphql'
import { coversSite } from '../access/scope.ts'
import { allowedGroups } from '../graphql/allow.ts'
import type { RequestContext } from '../graphql/context.ts'
import type { Change } from '../records/notices.ts'
import { type Selection, selectionOf } from '../shapes/shape/selection.ts'

/** The subject of a subscription: reported as UPDATED when changes may have been missed. */
export type About = { siteid?: string; studyid?: string; subjectid?: string; id: string }

/** `isWanted`: whether the subscriber asked for this change of the topic. `onEnd` is called once, when it ends. */
type Watched = { topic: string; about: About; isWanted: (change: Change) => boolean; onEnd: () => void }

type Results = AsyncGenerator<ExecutionResult, void, void>

const watched = new WeakSet<object>()

/**
 * The changes of a topic for one subscriber, while their groups and sites cover it. Rights are checked at each
 * delivery, and when they no longer cover it, the subscription ends. The stream consists of whole answers: the requested
 * fields are picked from the change, without running the executor for each of a thousand subscribers.
 */
export function watch(
  context: RequestContext,
  info: GraphQLResolveInfo,
  { topic, about, isWanted, onEnd }: Watched,
): Results {
  const field = info.parentType.getFields()[info.fieldName]
  if (!field) throw new Error(`${info.fieldName} is not of the schema.`)
  const groups = allowedGroups(info.schema, field)
  const isAllowed = (siteid: string | null | undefined) =>
    mayCall(context.scope.actor.groups, groups) && (!siteid || coversSite(context.scope, siteid))
  const isGoverned = ({ belonging }: Change) =>
    belonging === undefined || belonging.some((one) => mayAdminister(context.scope.sites, one))
  const asked = selectionOf(info)
  const answerOf = (change: Change) =>
    isAllowed(change.siteid) && isGoverned(change) && isWanted(change)
      ? { data: { [info.path.key]: pick(change, asked) } }
      : undefined

  const { siteid = null, studyid = null, subjectid = null, id } = about
  const readAgain: Change = { action: 'UPDATED', siteid, studyid, subjectid, id }
  const answers = context.live.subscribe<ExecutionResult>(topic, readAgain, answerOf, () => {
    stop?.()
    onEnd()
  })
  const stop = context.onRightsChange?.(() => {
    if (!isAllowed(siteid)) void answers.return()
  })
  watched.add(answers)
  return answers
}

/** Whether `watch` made this stream, whose values are answers and need no executor. */
export function isWatched(source: object): source is Results {
  return watched.has(source)
}

function pick(change: Change, asked: Selection) {
  return Object.fromEntries(
    [...asked].map(([key, { field }]) => [
      key,
      field === '__typename' ? 'Change' : (Reflect.get(change, field) ?? null),
    ]),
  )
}
