import { blankFields, typedFields } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { editedStudy, editedStudyFields } from '@casebook/domain/studies/studies.rules.ts'
import { useEffect } from 'react'
import { useLocation, useOutletContext, useParams } from 'react-router'
import { paths } from '../../browser/paths.ts'
import { selectSite, useSelectedSiteid } from '../../browser/selected-site.ts'
import { readAhead, useRead } from '../../calls/graphql.ts'
import {
  OnStudiesUpdatesDocument,
  StudiesOfSitesDocument,
  StudyDocument,
  type StudyQuery,
  SubjectRecordDocument,
  SubjectsDocument,
} from '../../generated/graphql.ts'
import { useLive } from '../../live/live.ts'
import { sourceOf, useRecord } from '../../records/use-record.ts'

const noText = blankFields(editedStudyFields)

/** The study as a record that its screens show and edit. `siteid`: undefined while it is not known. */
export function studyRecord(siteid: string | undefined, studyid: string) {
  return {
    record: `study/${studyid}`,
    blank: noText,
    source:
      siteid === undefined
        ? undefined
        : sourceOf(StudyDocument, { siteid, studyid }, ({ data, failure }) => {
            const study = data?.getStudy
            if (study) {
              return { version: study.version, fields: typedFields(editedStudyFields, editedStudy(study)), row: study }
            }
            return study === null || failure?.code === 'NOT_FOUND' ? { version: null, fields: noText } : undefined
          }),
  }
}

export type Study = NonNullable<StudyQuery['getStudy']>

const noVariables = {}

/** `isGone`: a colleague removed it while something in it is being edited here. */
export type StudyOfRoute = { study: Study; isGone: boolean }

/** The study of the route, below StudyRoute. */
export function useStudy(): Study {
  return useOutletContext<StudyOfRoute>().study
}

export function useIsStudyGone(): boolean {
  return useOutletContext<StudyOfRoute>().isGone
}

/**
 * Finds the study of an address, which contains no site: at the site in the link's navigation state, else at the
 * selected one, else at any of the person's sites. Selects that site.
 */
export function useStudyOfRoute(studyid: string) {
  const location = useLocation()
  const named = siteidOfState(location.state)
  const selected = useSelectedSiteid()
  const tried = named ?? selected
  const reading = useRead(StudyDocument, tried === undefined ? undefined : { siteid: tried, studyid })
  const isElsewhere = tried === undefined || reading.failure?.code === 'NOT_FOUND' || reading.data?.getStudy === null
  const sites = useRead(StudiesOfSitesDocument, isElsewhere ? noVariables : undefined)
  const found = sites.data?.listSites.find((site) => site.studies.some((study) => study.studyid === studyid))?.siteid
  useLive(OnStudiesUpdatesDocument, tried && { siteid: tried })
  useReadingBelow(tried, studyid)

  useEffect(() => {
    if (isElsewhere && found !== undefined) selectSite(found)
    else if (!isElsewhere && named !== undefined && reading.data?.getStudy) selectSite(named)
  }, [isElsewhere, found, named, reading.data])

  // What was read last stays with a screen that has unsaved text.
  const { row } = useRecord(studyRecord(tried, studyid))
  const study = reading.data?.getStudy ?? row
  const isMissing = isElsewhere && sites.data !== undefined && (found === undefined || found === tried)
  return { study, isFound: Boolean(reading.data?.getStudy), isMissing }
}

/** Begins to read what the largest screens below show beside the study, not after it. */
function useReadingBelow(siteid: string | undefined, studyid: string) {
  const { subjectid } = useParams()
  const { pathname } = useLocation()
  const isList = [paths.study(studyid), `${paths.study(studyid)}/subjects`].includes(pathname)
  useEffect(() => {
    if (siteid === undefined) return
    if (subjectid !== undefined) readAhead(SubjectRecordDocument, { siteid, studyid, subjectid })
    else if (isList) readAhead(SubjectsDocument, { studyid })
  }, [siteid, studyid, subjectid, isList])
}

function siteidOfState(state: unknown): string | undefined {
  const siteid: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'siteid') : undefined
  return typeof siteid === 'string' ? siteid : undefined
}
