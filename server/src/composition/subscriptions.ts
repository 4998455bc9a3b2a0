import { problem } from '@casebook/domain/shared/problems.ts'
import { type GraphQLField, type GraphQLSchema, isNonNullType } from 'graphql'
import { isOfSubjectsStudy } from '../activity-types/activity-types.sql.ts'
import type { RequestContext } from '../graphql/context.ts'
import { type Change, topicOf } from '../records/notices.ts'
import { select } from '../shapes/shape/selection.ts'
import { findSite } from '../sites/sites.sql.ts'
import { findStudyRow } from '../studies/studies.sql.ts'
import { findSubjectPlace } from '../subjects/subjects.sql.ts'
import { type About, watch } from '../subscriptions/watch.ts'

type Ids = {
  siteid?: string
  studyid?: string
  subjectid?: string
  activitytypeid?: string
  visitid?: string | null
  occurrence?: number | null
}

/** Where a subscription's ids lead. Throws NOT_FOUND unless the caller may see it, and the ids belong together. */
async function findAbout({ db, scope }: RequestContext, ids: Ids, name: string): Promise<About> {
  const { siteid, studyid, subjectid, activitytypeid } = ids
  if (subjectid !== undefined) {
    const place = await findSubjectPlace(db, scope, subjectid)
    if (!place || (studyid !== undefined && studyid !== place.studyid))
      throw problem('subject.missing', { field: 'subjectid' })
    if (activitytypeid && !(await isOfSubjectsStudy(db, scope, activitytypeid, subjectid)))
      throw problem('activity-type.missing', { field: 'activitytypeid' })
    return { siteid: place.siteid, studyid: place.studyid, subjectid, id: subjectid }
  }
  if (studyid !== undefined) {
    const study = await findStudyRow(db, scope, studyid)
    if (!study) throw problem('study.missing', { field: 'studyid' })
    return { siteid: study.siteid, studyid, id: studyid }
  }
  if (siteid !== undefined) {
    const site = await findSite(db, scope, siteid, select({ siteid: {} }))
    if (site === undefined) throw problem('site.missing', { field: 'siteid' })
    return { siteid, id: siteid }
  }
  return { id: name.replace(/^on|Updates$/g, '').toLowerCase() }
}

/** Lets every subscription of the schema wait for the notices of its topic (records/notices.ts). */
export function answerSubscriptions(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    field.subscribe = async (_source, ids: Ids, context: RequestContext, info) => {
      const topic = topicFor(field, ids)
      const about = await findAbout(context, ids, field.name)
      return watch(context, info, { topic, about, isWanted: (change) => isAbout(change, ids) })
    }
    // The published change is itself the value of the field.
    field.resolve = (change) => change
  }
}

function topicFor({ name, args }: GraphQLField<unknown, RequestContext>, ids: object): string {
  const required = args.filter(({ type }) => isNonNullType(type)).map((arg) => String(Reflect.get(ids, arg.name)))
  return topicOf(name, ...required)
}

/** Whether a change is of the activity that the call names, if it names one. */
function isAbout({ visitid, occurrence }: Change, ids: Ids): boolean {
  const isOfVisit = !ids.visitid || visitid === undefined || visitid === ids.visitid
  return isOfVisit && (typeof ids.occurrence !== 'number' || occurrence === undefined || occurrence === ids.occurrence)
}
