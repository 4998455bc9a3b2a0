import { useRead } from '../../app/graphql.ts'
import { useLive } from '../../app/live.ts'
import {
  OnActivitiesUpdatesDocument,
  OnFormsUpdatesDocument,
  OnSubjectActivityTypesUpdatesDocument,
  OnSubjectFormTypesUpdatesDocument,
  OnSubjectSiteDevicesUpdatesDocument,
  OnSubjectUpdatesDocument,
  SubjectRecordDocument,
} from '../../generated/graphql.ts'

/** The subject and what its study and site offer, in one answer, kept fresh by every word about any of them. */
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
