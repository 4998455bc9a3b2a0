import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { useEffect } from 'react'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { loadFormCode, useFormCode } from '../../forms/use-form-code.ts'
import { useVisitName } from '../record/NamedVisits.tsx'
import { namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'
import type { useSubjectRoute } from '../record/subject-route.ts'

/** The page of the form that the address names, inside the subject. */
export function SubjectForm({
  subject,
  offers,
  route,
  opened,
  headingPlace,
  isDisabled,
  onSaved,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  route: ReturnType<typeof useSubjectRoute>
  opened: string
  /** Where the form's heading stands, in the line of the subject's. */
  headingPlace: HTMLElement | null
  isDisabled: boolean
  onSaved: () => void
}) {
  const nameOf = useVisitName()
  const code = useFormCode()
  useEffect(() => {
    scrollTo(0, 0)
    void loadFormCode()
  }, [])

  if (!code) return <ReadingBar isReading />
  const { siteid, studyid, subjectid, forms } = subject
  const onClose = route.closeForm
  const visits = namedVisits(offers).map((visit) => ({ ...visit, name: nameOf(visit) }))
  const formtypes = offers.listFormTypes
  const shared = { siteid, studyid, subjectid, forms, formtypes, visits, headingPlace, isDisabled, onSaved, onClose }
  const [first, chosenid = ''] = opened.split('/')
  if (first === 'new') {
    return (
      <code.NewFormPage
        {...shared}
        chosenid={chosenid}
        onChoose={(formtypeid) => route.openForm(`new/${formtypeid}`, true)}
      />
    )
  }
  const { typeid } = occurrenceOfKey(opened)
  return <code.FormPage key={typeid} {...shared} place={opened} onMove={(place) => route.openForm(place, true)} />
}
