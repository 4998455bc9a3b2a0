import { wasPublished } from '@casebook/domain/form-types/fields.ts'
import { useMemo, useRef } from 'react'
import { paths } from '../../browser/paths.ts'
import { keepFocus } from '../../components/page/focus-after.ts'
import { CloseDialog } from '../closing/CloseDialog.tsx'
import { useClosing } from '../closing/use-closing.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { SubjectBar } from './SubjectBar.tsx'

/** The subject's bar on a page that shows only a part of the subject, such as a recording. */
export function BarAlone({ subject, offers: read }: { subject: SubjectRecord; offers: SubjectOffers }) {
  const offers = useMemo(() => ({ ...read, listFormTypes: read.listFormTypes.filter(wasPublished) }), [read])
  const name = useRef<HTMLElement>(null)
  const closing = useClosing(subject, offers, () => keepFocus(name.current))
  const base = paths.subject(subject.studyid, subject.subjectid)
  return (
    <>
      <SubjectBar nameRef={name} subject={subject} offers={offers} base={base} closing={closing} />
      {closing.isAsking && <CloseDialog subject={subject} offers={offers} closing={closing} />}
    </>
  )
}
