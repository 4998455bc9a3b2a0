import { todayIn } from '@casebook/domain/activities/today.ts'
import { wasPublished } from '@casebook/domain/form-types/fields.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { Fragment, useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import { paths } from '../browser/paths.ts'
import { studyZone } from '../browser/time-zones.ts'
import { Later } from '../components/Later.tsx'
import { Page } from '../components/page/Page.tsx'
import { ReadingBar, Rereading } from '../components/page/ReadingBar.tsx'
import { SubjectRecordDocument } from '../generated/graphql.ts'
import { RecordGuard } from '../records/RecordNotices.tsx'
import { sourceOf, useIsEditing, useRecord } from '../records/use-record.ts'
import { useIsStudyGone, useStudy } from '../studies/study/use-study.ts'
import { SubjectPage } from './detail/SubjectPage.tsx'
import { MissingSubject } from './moving/MissingSubject.tsx'
import { addressOfAny } from './parts/address-of-any.ts'
import { NamedVisits } from './record/NamedVisits.tsx'
import { useSubjectRecord } from './record/use-subject-record.ts'

/** The subject with everything that was read of it last. Its parts are records of their own. */
function readSubject(ids: { siteid: string; studyid: string; subjectid: string }) {
  return {
    record: `subject-record/${ids.subjectid}`,
    blank: {},
    source: sourceOf(SubjectRecordDocument, ids, ({ data }) =>
      data?.getSubject ? { version: data.getSubject.version, fields: {}, row: data } : undefined,
    ),
  }
}

/** /studies/:studyid/subjects/:subjectid and all below it. */
export function SubjectScreen() {
  const { subjectid = '', '*': below = '' } = useParams()
  const study = useStudy()
  const { data, failure, isReading } = useSubjectRecord(study.siteid, study.studyid, subjectid)

  const isMissing = failure?.code === 'NOT_FOUND' || data?.getSubject === null
  const isStudyGone = useIsStudyGone()
  const { row: kept } = useRecord(readSubject({ siteid: study.siteid, studyid: study.studyid, subjectid }))
  const lane = `subject/${subjectid}`
  const isLeft = useIsEditing(lane) && isMissing
  // If the study is removed (StudyRoute) or the subject is moved while there is unsaved text, what was read last stays.
  const shown = data?.getSubject || isStudyGone || isLeft ? kept : undefined

  const offers = useMemo(() => shown && { ...shown, listFormTypes: shown.listFormTypes.filter(wasPublished) }, [shown])

  if (offers?.getSubject) {
    const named = addressOfAny(below, offers.getSubject, offers, dayOfDateValue(String(todayIn(studyZone()))) ?? '')
    if (named !== below) return <Navigate replace to={`${paths.subject(study.studyid, subjectid)}/${named}`} />
    return (
      <Fragment key={subjectid}>
        {isLeft && !isStudyGone && <MissingSubject study={study} subjectid={subjectid} hasUnsaved />}
        <RecordGuard lane={lane} within={withinOf(paths.subject(study.studyid, subjectid), below)} />
        <Later>
          <NamedVisits offers={offers}>
            <Rereading value={isReading}>
              <SubjectPage study={study} subject={offers.getSubject} offers={offers} />
            </Rereading>
          </NamedVisits>
        </Later>
      </Fragment>
    )
  }
  if (isMissing) return <MissingSubject study={study} subjectid={subjectid} />
  return (
    <Page>
      <ReadingBar isReading={isReading} />
    </Page>
  )
}

/** Where navigation keeps unsaved text: within a form while it is open, else anywhere in the subject. */
function withinOf(base: string, below: string): string {
  const [part, id] = below.split('/')
  return part === 'formtypes' && id ? `${base}/formtypes/${id}` : base
}
