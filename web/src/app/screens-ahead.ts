import { matchPath, type Params } from 'react-router'
import { readAhead } from '../calls/graphql.ts'
import {
  ActivityTypesDocument,
  DevicesDocument,
  FormTypesDocument,
  MeDocument,
  PeopleDocument,
  ScheduleDocument,
  SiteOverviewDocument,
  SitesDocument,
  StudiesDocument,
  StudyDocument,
  StudyOverviewDocument,
  SubjectRecordDocument,
  SubjectsDocument,
} from '../generated/graphql.ts'

type Ids = { siteid: string; studyid: string; subjectid: string }

const noVariables = {}

/** The first query of each screen. An address may match several: a study's parts are below the study. */
const reads: readonly { path: string; read: (ids: Ids) => void }[] = [
  { path: '/studies', read: ({ siteid }) => readAhead(StudiesDocument, { siteid }) },
  { path: '/studies/:studyid/*', read: ({ siteid, studyid }) => readAhead(StudyDocument, { siteid, studyid }) },
  { path: '/studies/:studyid', read: ({ studyid }) => readAhead(SubjectsDocument, { studyid }) },
  { path: '/studies/:studyid/subjects', read: ({ studyid }) => readAhead(SubjectsDocument, { studyid }) },
  { path: '/studies/:studyid/subjects/:subjectid/*', read: (ids) => readAhead(SubjectRecordDocument, ids) },
  {
    path: '/studies/:studyid/overview',
    read: ({ siteid, studyid }) => readAhead(StudyOverviewDocument, { siteid, studyid }),
  },
  { path: '/studies/:studyid/visits', read: ({ studyid }) => readAhead(ScheduleDocument, { studyid }) },
  { path: '/studies/:studyid/activitytypes', read: ({ studyid }) => readAhead(ActivityTypesDocument, { studyid }) },
  { path: '/studies/:studyid/formtypes', read: ({ studyid }) => readAhead(FormTypesDocument, { studyid }) },
  { path: '/studies/:studyid/import', read: ({ studyid }) => readAhead(FormTypesDocument, { studyid }) },
  { path: '/sites/:siteid/overview', read: ({ siteid }) => readAhead(SiteOverviewDocument, { siteid }) },
  { path: '/devices', read: ({ siteid }) => readAhead(DevicesDocument, { siteid }) },
  { path: '/sites', read: () => readAhead(SitesDocument, noVariables) },
  { path: '/users', read: () => readAhead(PeopleDocument, noVariables) },
  { path: '/profile', read: () => readAhead(MeDocument, noVariables) },
]

/** Reads what the screen at an address shows first, at the site of the address or else the selected one. */
export function readScreenAhead(pathname: string, siteid: string | undefined): void {
  for (const { path, read } of reads) {
    const match = matchPath(path, pathname)
    if (match && siteid !== undefined) read(idsOf(match.params, siteid))
  }
}

function idsOf({ siteid, studyid = '', subjectid = '' }: Params, selected: string): Ids {
  return { siteid: siteid ?? selected, studyid, subjectid }
}
