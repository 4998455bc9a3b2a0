import { problem } from '@casebook/domain/shared/problems.ts'
import type { GraphQLResolveInfo } from 'graphql'
import { isOfSubjectsStudy } from '../activity-types/activity-types.sql.ts'
import type { RequestContext } from '../graphql/context.ts'
import { topics } from '../records/notices.ts'
import { select } from '../shapes/shape/selection.ts'
import { findSite } from '../sites/sites.sql.ts'
import { findStudyRow } from '../studies/studies.sql.ts'
import { findSubjectPlace } from '../subjects/subjects.sql.ts'
import { watch } from '../subscriptions/watch.ts'

async function watchSite(context: RequestContext, info: GraphQLResolveInfo, siteid: string, topic: string) {
  const site = await findSite(context.db, context.scope, siteid, select({ siteid: {} }))
  if (site === undefined) throw problem('site.missing', { field: 'siteid' })
  return watch(context, info, { topic, about: { siteid, id: siteid } })
}

async function watchStudy(context: RequestContext, info: GraphQLResolveInfo, studyid: string, topic: string) {
  const study = await findStudyRow(context.db, context.scope, studyid)
  if (!study) throw problem('study.missing', { field: 'studyid' })
  return watch(context, info, { topic, about: { siteid: study.siteid, studyid, id: studyid } })
}

type SubjectIds = { subjectid: string; studyid?: string; activitytypeid?: string }

async function watchSubject(context: RequestContext, info: GraphQLResolveInfo, ids: SubjectIds, topic: string) {
  const { subjectid, activitytypeid } = ids
  const place = await findSubjectPlace(context.db, context.scope, subjectid)
  if (!place || (ids.studyid !== undefined && ids.studyid !== place.studyid)) {
    throw problem('subject.missing', { field: 'subjectid' })
  }
  if (activitytypeid && !(await isOfSubjectsStudy(context.db, context.scope, activitytypeid, subjectid))) {
    throw problem('activity-type.missing', { field: 'activitytypeid' })
  }
  return watch(context, info, {
    topic,
    about: { siteid: place.siteid, studyid: place.studyid, subjectid, id: subjectid },
  })
}

/** The published event is itself the value of the field. */
const resolve = (change: unknown) => change

export const subscriptionsResolvers = {
  Subscription: {
    onSitesUpdates: {
      subscribe: (_: unknown, __: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
        watch(context, info, { topic: topics.sites(), about: { id: 'sites' } }),
      resolve,
    },
    onPeopleUpdates: {
      subscribe: (_: unknown, __: unknown, context: RequestContext, info: GraphQLResolveInfo) =>
        watch(context, info, { topic: topics.people(), about: { id: 'people' } }),
      resolve,
    },
    onDevicesUpdates: onSite(topics.devices),
    onExportsUpdates: onSite(topics.exports),
    onStudiesUpdates: onSite(topics.studies),
    onActivityTypesUpdates: onStudy(topics.activityTypes),
    onFormTypesUpdates: onStudy(topics.formTypes),
    onSubjectsUpdates: onStudy(topics.subjects),
    onSubjectUpdates: onSubject(({ subjectid }) => topics.subject(subjectid)),
    onFormsUpdates: onSubject(({ subjectid }) => topics.forms(subjectid)),
    onActivitiesUpdates: onSubject(({ subjectid }) => topics.activities(subjectid)),
    onReferenceDataUpdates: onSubject(({ subjectid, activitytypeid = '' }) =>
      topics.referenceData(subjectid, activitytypeid),
    ),
  },
}

function onSite(topic: (siteid: string) => string) {
  return {
    subscribe: (_: unknown, { siteid }: { siteid: string }, context: RequestContext, info: GraphQLResolveInfo) =>
      watchSite(context, info, siteid, topic(siteid)),
    resolve,
  }
}

function onStudy(topic: (studyid: string) => string) {
  return {
    subscribe: (_: unknown, { studyid }: { studyid: string }, context: RequestContext, info: GraphQLResolveInfo) =>
      watchStudy(context, info, studyid, topic(studyid)),
    resolve,
  }
}

function onSubject(topic: (ids: SubjectIds) => string) {
  return {
    subscribe: (_: unknown, ids: SubjectIds, context: RequestContext, info: GraphQLResolveInfo) =>
      watchSubject(context, info, ids, topic(ids)),
    resolve,
  }
}
