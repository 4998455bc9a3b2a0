import { mayCall } from '@casebook/domain/shared/groups.ts'
import { mayAdminister } from '@casebook/domain/users/rights.rules.ts'
import type { GraphQLResolveInfo } from 'graphql'
import { coversSite } from '../access/scope.ts'
import { allowedGroups } from '../graphql/allow.ts'
import type { RequestContext } from '../graphql/context.ts'
import type { Change } from '../records/notices.ts'

/** The subject of a subscription: reported as UPDATED when changes may have been missed. */
export type About = { siteid?: string; studyid?: string; subjectid?: string; id: string }

type Watched = { topic: string; about: About }

/**
 * The changes of a topic for one subscriber, while their groups and sites cover it. Rights are checked at each
 * delivery, and when they no longer cover it, the subscription ends.
 */
export function watch(context: RequestContext, info: GraphQLResolveInfo, { topic, about }: Watched) {
  const field = info.parentType.getFields()[info.fieldName]
  if (!field) throw new Error(`${info.fieldName} is not of the schema.`)
  const groups = allowedGroups(info.schema, field)
  const isAllowed = (siteid: string | null | undefined) =>
    mayCall(context.scope.actor.groups, groups) && (!siteid || coversSite(context.scope, siteid))
  const isGoverned = ({ belonging }: Change) =>
    belonging === undefined || belonging.some((one) => mayAdminister(context.scope.sites, one))

  const { siteid = null, studyid = null, subjectid = null, id } = about
  const readAgain: Change = { action: 'UPDATED', siteid, studyid, subjectid, id }
  const changes = context.live.subscribe(topic, readAgain, (change) => isAllowed(change.siteid) && isGoverned(change))
  const stop = context.onRightsChange?.(() => {
    if (!isAllowed(siteid)) void changes.return()
  })
  const end = () => {
    stop?.()
    return changes.return()
  }
  return { [Symbol.asyncIterator]: () => ({ next: () => changes.next(), return: end }) }
}
