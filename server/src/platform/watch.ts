import { mayCall } from '@casebook/domain/shared/groups.ts'
import type { GraphQLResolveInfo } from 'graphql'
import { allowedGroups } from './allow.ts'
import type { RequestContext } from './context.ts'
import { coversSite } from './scope.ts'
import type { Change } from './topics.ts'

type Watched = {
  topic: string
  /** What the subscription is about: told as UPDATED when changes may have been missed. */
  about: { siteid?: string; studyid?: string; subjectid?: string; id: string }
}

/**
 * The changes of a topic for one subscriber, for as long as the subscriber's groups and sites cover it: rights are looked at
 * with each delivery, and when they change the subscription ends.
 */
export function watch(context: RequestContext, info: GraphQLResolveInfo, { topic, about }: Watched) {
  const field = info.parentType.getFields()[info.fieldName]
  if (!field) throw new Error(`${info.fieldName} is not of the schema.`)
  const groups = allowedGroups(info.schema, field)
  const isAllowed = (siteid: string | null | undefined) =>
    mayCall(context.scope.actor.groups, groups) && (!siteid || coversSite(context.scope, siteid))

  const { siteid = null, studyid = null, subjectid = null, id } = about
  const readAgain: Change = { action: 'UPDATED', siteid, studyid, subjectid, id }
  const changes = context.live.subscribe(topic, readAgain, (change) => isAllowed(change.siteid))
  const stop = context.onRightsChange?.(() => {
    if (!isAllowed(siteid)) void changes.return()
  })
  const end = () => {
    stop?.()
    return changes.return()
  }
  return { [Symbol.asyncIterator]: () => ({ next: () => changes.next(), return: end }) }
}
