import { problem } from '@casebook/domain/shared/problems.ts'
import { type GraphQLField, type GraphQLSchema, isNonNullType } from 'graphql'
import { isOfSubjectsStudy } from '../activity-types/activity-types.sql.ts'
import { findFormPlace } from '../forms/readers.sql.ts'
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
  formtypeid?: string
  visitid?: string | null
  occurrence?: number | null
}

/** Where a subscription's ids lead. Throws NOT_FOUND unless the caller may see it, and the ids belong together. */
/** In UTF-16 units: an id of ours has 36. */
const longestId = 64

async function findAbout({ db, scope }: RequestContext, ids: Ids, name: string): Promise<About> {
  const { siteid, studyid, subjectid, activitytypeid, formtypeid } = ids
  if (subjectid !== undefined) {
    const place = await findSubjectPlace(db, scope, subjectid)
    if (!place || (studyid !== undefined && studyid !== place.studyid))
      throw problem('subject.missing', { field: 'subjectid' })
    if (activitytypeid && !(await isOfSubjectsStudy(db, scope, activitytypeid, subjectid)))
      throw problem('activity-type.missing', { field: 'activitytypeid' })
    if (formtypeid && !(await findFormPlace(db, scope, { subjectid, formtypeid })))
      throw problem('form-type.missing', { field: 'formtypeid' })
    // It is told to the other processes as it is, whether there is such a visit or not.
    if (formtypeid && ids.visitid && ids.visitid.length > longestId)
      throw problem('visit.unknown', { field: 'visitid' })
    return { siteid: place.siteid, studyid: place.studyid, subjectid, id: formtypeid ?? subjectid }
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
      let leave: (() => void) | undefined
      const changes = watch(context, info, {
        topic,
        about,
        isWanted: (change) => isAbout(change, ids),
        onEnd: () => leave?.(),
      })
      if (field.name === 'onFormReadersUpdates') leave = enterForm(context, about, ids)
      return changes
    }
    // The published change is itself the value of the field.
    field.resolve = (change) => change
  }
}

/** Whoever waits for the readers of a form is one of them. */
function enterForm({ presence, scope }: RequestContext, about: About, ids: Ids): () => void {
  const { siteid = '', studyid = '', subjectid = '' } = about
  const { formtypeid = '', visitid, occurrence } = ids
  const { personid, name } = scope.actor
  const place = { siteid, studyid, subjectid, formtypeid, visitid: visitid || null, occurrence: occurrence ?? null }
  return presence.enter(place, { personid, name })
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
