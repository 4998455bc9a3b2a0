import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { isOfVisit, visitKey } from '@casebook/domain/visits/places/places.ts'
import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldStack } from '../../components/form/FieldStack.tsx'
import { moveTyped, useRecord } from '../../records/use-record.ts'
import { formCopy } from '../values/form-copy.ts'
import { type FormRecord, formKey, newFormKey, type OfferedFormType, type OfferedVisit } from '../values/form-record.ts'

export const visitOfFormId = 'visit-of-form'

/** The visit that a new form is for, with those that it could be for instead. What is typed goes along. */
export function VisitOfForm({
  subject,
  formtype,
  visits,
  forms,
  place,
  onMove,
}: {
  subject: { siteid: string; studyid: string; subjectid: string }
  formtype: OfferedFormType
  visits: readonly OfferedVisit[]
  forms: readonly FormRecord[]
  /** The key of the form (keyOfOccurrence). */
  place: string
  onMove: (place: string) => void
}) {
  const t = useTranslations('forms')
  const copy = useRecord(formCopy(subject, place))
  const { visitid, occurrence } = occurrenceOfKey(place)
  const which = { visitid, occurrence: occurrence === 'next' ? 1 : occurrence }
  const own = visits.find((visit) => isOfVisit(which, visit))
  const filled = new Set(forms.map(formKey))
  const isFree = (visit: OfferedVisit | undefined) => !filled.has(newFormKey(formtype, visit))
  const offered = visits.filter((visit) => visit.formtypeids.includes(formtype.formtypeid) && isFree(visit))

  function move(key: string) {
    const to = newFormKey(
      formtype,
      offered.find((visit) => visitKey(visit) === key),
    )
    moveTyped(copy, formCopy(subject, to))
    onMove(to)
  }

  return (
    <FieldStack>
      <NativeSelect
        id={visitOfFormId}
        label={t('visit')}
        value={own ? visitKey(own) : ''}
        onChange={(event) => move(event.currentTarget.value)}
      >
        {(own === undefined || isFree(undefined)) && <option value="">{t('noVisit')}</option>}
        {offered.map((visit) => (
          <option key={visitKey(visit)} value={visitKey(visit)}>
            {visit.name}
          </option>
        ))}
      </NativeSelect>
    </FieldStack>
  )
}
