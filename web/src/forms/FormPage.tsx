import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { isOfVisit } from '@casebook/domain/visits/places/places.ts'
import { NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { usePageTitle } from '../components/page/PageHeading.tsx'
import { typedFields } from '../records/machine/entry.ts'
import { TypedNotice } from '../records/RecordNotices.tsx'
import type { RecordOf } from '../records/store.ts'
import { useRead, useRecord } from '../records/use-record.ts'
import { FormEditor } from './FormEditor.tsx'
import { FormHeading } from './heading/FormHeading.tsx'
import { FormReaders } from './heading/FormReaders.tsx'
import { VisitOfForm, visitOfFormId } from './heading/VisitOfForm.tsx'
import { ToFormTypes } from './ToFormTypes.tsx'
import { formCopy } from './values/form-copy.ts'
import { type FormRecord, formKey, newFormKey, type OfferedFormType, type OfferedVisit } from './values/form-record.ts'
import { useFormName } from './values/use-form-name.ts'

type FormPageProps = {
  siteid: string
  studyid: string
  subjectid: string
  forms: readonly FormRecord[]
  formtypes: readonly OfferedFormType[]
  /** Where the form's heading stands, in the line of the subject's. */
  headingPlace: HTMLElement | null
  /** The visits of the subject. */
  visits: readonly OfferedVisit[]
  isDisabled: boolean
  onSaved: () => void
  onClose: () => void
}

/**
 * The page of the form with this key (keyOfOccurrence) inside the subject: to be filled in, edited, or only read. One that
 * is not saved yet can be taken to another visit.
 */
export function FormPage({
  place,
  ...props
}: FormPageProps & {
  place: string
  /** Opens the form with another key in its place. */
  onMove: (place: string) => void
}) {
  const t = useTranslations('forms')
  const { typeid: formtypeid, visitid, occurrence } = occurrenceOfKey(place)
  const nameOf = useFormName()
  const form = props.forms.find((each) => formKey(each) === place)
  const [first, setFirst] = useState({ place, wasThere: form !== undefined })
  if (first.place !== place) setFirst({ place, wasThere: form !== undefined })
  const { wasThere } = first
  const copy = formCopy(subjectOf(props), place)
  const { row, isChanged } = useRead(copy)
  const formtype = form?.formtype ?? props.formtypes.find((each) => each.formtypeid === formtypeid) ?? row
  const name = form ? nameOf(form) : (formtype?.identifier ?? '')
  usePageTitle(name, 2)
  const visit = props.visits.find((each) =>
    isOfVisit({ visitid, occurrence: occurrence === 'next' ? 1 : occurrence }, each),
  )
  // Of a type that repeats, what is not there is not recorded under a number of one's own.
  const isPlace =
    (visitid === null || visit !== undefined) && (occurrence === 'next' || visit?.repeats || !formtype?.repeats)
  const isMissing = !form && !wasThere && !isChanged && !isPlace
  const isMoved = useRef(false)
  // The first field of the form took the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => {
    if (isMoved.current) document.getElementById(visitOfFormId)?.focus()
    isMoved.current = false
  }, [place])
  if (!formtype || isMissing) {
    return (
      <>
        <p>{t('missing')}</p>
        <LostDraft of={copy} />
      </>
    )
  }

  function move(to: string) {
    isMoved.current = true
    props.onMove(to)
  }

  const heading = props.isDisabled ? 'readHeading' : form || wasThere ? 'editHeading' : 'newNamedHeading'
  return (
    <section aria-labelledby="form-heading">
      <FormHeading place={props.headingPlace}>{t(heading, { name })}</FormHeading>
      {!form && !wasThere && !props.isDisabled && props.visits.length > 0 && (
        <VisitOfForm formtype={formtype} subject={subjectOf(props)} place={place} {...props} onMove={move} />
      )}
      <OneForm key={place} formtype={formtype} place={place} {...props} />
    </section>
  )
}

function subjectOf({ siteid, studyid, subjectid }: FormPageProps) {
  return { siteid, studyid, subjectid }
}

/**
 * A form whose type is selected here. If the study has exactly one type, it is selected. If one of several is left, it
 * is preselected. What is selected stays, whatever becomes of the types.
 */
export function NewFormPage({
  chosenid,
  onChoose,
  ...props
}: FormPageProps & {
  /** The form type's id, '' before one is selected. */
  chosenid: string
  onChoose: (formtypeid: string) => void
}) {
  const t = useTranslations('forms')
  usePageTitle(t('newHeading'), 2)
  const { formtypes, isDisabled } = props
  const forms = props.forms.filter((form) => isOfVisit(form, undefined))
  const filled = new Set(forms.map(({ formtypeid }) => formtypeid))
  const only = formtypes.length === 1 ? formtypes[0] : undefined
  const free = formtypes.filter(({ formtypeid, repeats }) => repeats || !filled.has(formtypeid))
  const [left] = free.length === 1 ? free : []
  const [firstid, setFirstid] = useState<string>()
  const wantedid = chosenid || firstid || (only ?? left)?.formtypeid
  if (firstid === undefined && wantedid !== undefined) setFirstid(wantedid)
  const wanted = formtypes.find(({ formtypeid }) => formtypeid === wantedid)
  const place = wanted ? newFormKey(wanted) : (wantedid ?? '')
  const copy = formCopy(subjectOf(props), place)
  const { row } = useRead(copy)
  const chosen = wanted ?? row
  // A type that a colleague fills in or removes while it is being typed here stays selected.
  const isOffered = chosen === undefined || free.includes(chosen)
  const offered = (isOffered ? free : [...free, chosen]).toSorted(compareFormTypes)
  const leftid = only || chosenid !== '' || chosen !== left ? undefined : left?.formtypeid
  const isAlone = chosen !== undefined && (only === chosen || formtypes.length === 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: selected once, so that it stays if a colleague fills it in
  useEffect(() => {
    if (leftid !== undefined) onChoose(leftid)
  }, [leftid])

  return (
    <section
      aria-labelledby="form-heading"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) props.onClose()
      }}
    >
      <FormHeading place={props.headingPlace}>
        {chosen && filled.has(chosen.formtypeid) && !chosen.repeats
          ? t(isDisabled ? 'readHeading' : 'editHeading', { name: chosen.identifier })
          : isAlone && chosen
            ? t('newNamedHeading', { name: chosen.identifier })
            : t('newHeading')}
      </FormHeading>
      {!isAlone && (
        <FieldStack>
          {formtypes.length > 0 && !isAlone && (
            <NativeSelect
              label={t('formType')}
              value={chosen?.formtypeid ?? ''}
              disabled={isDisabled}
              autoFocus={!chosen}
              onChange={(event) => onChoose(event.currentTarget.value)}
            >
              <option value="" disabled>
                {t('selectFormType')}
              </option>
              {offered.map(({ formtypeid, identifier }) => (
                <option key={formtypeid} value={formtypeid}>
                  {identifier}
                </option>
              ))}
            </NativeSelect>
          )}
          {!chosen && wantedid !== undefined && <LostDraft of={copy} />}
          {formtypes.length > 0 && offered.length === 0 && <p>{t('allFilled')}</p>}
          {formtypes.length === 0 && !chosen && <p>{t('noFormTypes')}</p>}
        </FieldStack>
      )}
      {formtypes.length === 0 && !chosen && <ToFormTypes studyid={props.studyid} />}
      {chosen && <OneForm key={place} formtype={chosen} place={place} {...props} />}
    </section>
  )
}

function OneForm({ formtype, place, ...props }: FormPageProps & { formtype: OfferedFormType; place: string }) {
  const { forms, formtypes, isDisabled, onSaved, onClose } = props
  const { formtypeid } = formtype
  const form = forms.find((each) => formKey(each) === place)
  return (
    <>
      <FormReaders subjectid={props.subjectid} place={place} at={props.headingPlace} />
      <FormEditor
        subject={subjectOf(props)}
        place={place}
        formtype={formtype}
        form={form}
        isTypeRemoved={form === undefined && !formtypes.some((each) => each.formtypeid === formtypeid)}
        isDisabled={isDisabled}
        onSaved={onSaved}
        onClose={onClose}
      />
    </>
  )
}

/** What was typed into a form whose type is no longer known, as after a reload. Empty if nothing was. */
function LostDraft<Row>({ of }: { of: RecordOf<Row> }) {
  const t = useTranslations('forms')
  const copy = useRecord(of)
  if (!copy.isChanged) return null
  const typed = typedFields(copy.entry).map(({ key, value }) => ({ name: key, value }))
  return <TypedNotice title={t('typeRemoved')} typed={typed} onDiscard={copy.discard} />
}
