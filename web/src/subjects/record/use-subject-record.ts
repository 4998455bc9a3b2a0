import { useRead } from '../../calls/graphql.ts'
import {
  OnActivitiesUpdatesDocument,
  OnFormsUpdatesDocument,
  OnSubjectActivityTypesUpdatesDocument,
  OnSubjectFormTypesUpdatesDocument,
  OnSubjectSiteDevicesUpdatesDocument,
  OnSubjectUpdatesDocument,
  SubjectRecordDocument,
} from '../../generated/graphql.ts'
import { useLive } from '../../live/live.ts'

/** The subject and what its study and site offer, in one query, refreshed by every live update about them. */
export function useSubjectRecord(siteid: string, studyid: string, subjectid: string) {
  const reading = useRead(SubjectRecordDocument, { siteid, studyid, subjectid })
  useLive(OnSubjectUpdatesDocument, { studyid, subjectid })
  useLive(OnFormsUpdatesDocument, { subjectid })
  useLive(OnActivitiesUpdatesDocument, { subjectid })
  useLive(OnSubjectFormTypesUpdatesDocument, { studyid })
  useLive(OnSubjectActivityTypesUpdatesDocument, { studyid })
  useLive(OnSubjectSiteDevicesUpdatesDocument, { siteid })
  return reading
}
