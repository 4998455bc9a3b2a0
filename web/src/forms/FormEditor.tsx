import { todayIn } from '@casebook/domain/activities/today.ts'
import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import { fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import { type FormTypeField, spokenType } from '@casebook/domain/form-types/fields.ts'
import { retiredFields } from '@casebook/domain/forms/forms.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { studyZone } from '../browser/time-zones.ts'
import { FormActions } from '../components/form/FormActions.tsx'
import { LeaveQuestion } from '../components/notices/LeaveQuestion.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { NotInRecord } from '../history/NotInRecord.tsx'
import { useLocaleChoice } from '../locale/locale.tsx'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { useEditor } from '../records/use-record.ts'
import classes from './FormEditor.module.css'
import { FormIndex } from './FormIndex.tsx'
import { useDrawing } from './filling/drawing/use-drawing.ts'
import { FormFields } from './filling/FormFields.tsx'
import { LabelOfForm } from './filling/LabelOfForm.tsx'
import { useFieldHistory } from './history/use-field-history.tsx'
import { useFirstFocus, useFocusAfter, useFocusOnMistake, useGoTo } from './keys/use-form-focus.ts'
import { useFormKeys } from './keys/use-form-keys.ts'
import { AlreadySaved } from './notices/AlreadySaved.tsx'
import { DropQuestion } from './notices/DropQuestion.tsx'
import { JudgedBy } from './notices/JudgedBy.tsx'
import { RetiredFields } from './RetiredFields.tsx'
import { formCopy, storedFields } from './values/form-copy.ts'
import { formErrors } from './values/form-errors.ts'
import { fieldProgress, mistakesIn, requiredLeft } from './values/form-progress.ts'
import type { FormRecord, OfferedFormType } from './values/form-record.ts'
import {
  droppedFields,
  evaluatedForm,
  fieldOfReason,
  labelKey,
  shownFields,
  whyNotInput,
} from './values/judged-form.ts'
import { useValueText } from './values/value-text.ts'

/**
 * One form in a column, its index beside it, with Save and Cancel sticky at the bottom. Errors appear when a field
 * loses focus. Save shows all of them and focuses the first. Escape cancels.
 */
export function FormEditor({
  subject,
  place,
  formtype,
  form: saved,
  isTypeRemoved,
  isDisabled,
  onSaved,
  onClose,
}: {
  subject: { siteid: string; studyid: string; subjectid: string }
  /** Its key (keyOfOccurrence). */
  place: string
  formtype: OfferedFormType
  /** As stored, or undefined if it does not exist. */
  form: FormRecord | undefined
  /** The form is not saved, and its type is no longer offered. */
  isTypeRemoved: boolean
  isDisabled: boolean
  onSaved: () => void
  onClose: () => void
}) {
  const t = useTranslations('forms')
  const ofDrafts = useTranslations('drafts')
  const textOf = useValueText()
  const { locale } = useLocaleChoice()
  const { fields, checks } = useMemo(() => spokenType(formtype, locale), [formtype, locale])
  const judge = useMemo(() => ({ fields, checks, today: todayIn(studyZone()) }), [fields, checks])
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])
  const whyNot = (name: string, typed: Fields) => whyNotInput(judge, byName, name, typed)
  const names = useMemo(() => [...fields.map(({ name }) => name), labelKey], [fields])
  const { siteid, studyid, subjectid } = subject
  const copy = useMemo(() => formCopy({ siteid, studyid, subjectid }, place), [siteid, studyid, subjectid, place])
  const editor = useEditor(copy, { names, why: whyNot })
  const [wasNew] = useState(saved === undefined)
  const isSavedMeanwhile = wasNew && saved && editor.isChanged && !editor.isRemoved && !editor.isBusy
  const element = useRef<HTMLDivElement>(null)
  const { type: typeInto, check, discard, isChanged, isBusy, failed, refusal } = editor
  const type = useCallback((field: FormTypeField, value: string) => typeInto({ [field.name]: value }), [typeInto])
  const giveReason = useCallback((key: string, reason: string) => typeInto({ [key]: reason }), [typeInto])
  const leave = useCallback((field: FormTypeField) => check(field.name), [check])
  const keys = useFormKeys()
  const onBring = isDisabled ? undefined : typeInto
  const history = useFieldHistory({ subject, place, fields, isStored: saved !== undefined, onBring })
  const [asking, setAsking] = useState<{ about: 'leaving' | 'dropping'; from: Element | null }>()
  // Set by a save that the rules refused, so that the reason stands beside the button while errors remain.
  const [isRefused, setIsRefused] = useState(false)
  const [refusals, setRefusals] = useState(0)

  useFirstFocus(element)

  const close = useCallback(() => {
    discard()
    onClose()
  }, [discard, onClose])

  const cancel = useCallback(() => {
    if (!isChanged || isDisabled) {
      close()
      return
    }
    setAsking({ about: 'leaving', from: document.activeElement })
  }, [isChanged, isDisabled, close])

  useFocusAfter(asking, element)
  useFocusOnMistake(refusals, element)

  const stay = () => setAsking(undefined)

  async function saveIt(mayDrop = false) {
    // What is refused may be anywhere.
    drawing.drawAll()
    const isValid = names.every((name) => !whyNot(name, editor.fields))
    setIsRefused(!isValid)
    if (!isValid) {
      editor.checkAll(names)
      setRefusals(refusals + 1)
      return
    }
    if (dropped.length > 0 && !mayDrop) {
      setAsking({ about: 'dropping', from: document.activeElement })
      return
    }
    setAsking(undefined)
    const done = await editor.save()
    if (!done) return
    onSaved()
    if (done.isShown) onClose()
  }

  function labelOfKey(key: string): string {
    if (key === labelKey) return t('label')
    const confirmed = fieldOfReason(key)
    const name = labelOf(byName.get(confirmed ?? key) ?? { name: confirmed ?? key })
    return confirmed === undefined ? name : t('whyRight', { name })
  }

  const told = {
    copy: editor,
    label: labelOfKey,
    text: (name: string, value: string) => textOf(byName.get(name), value),
  }
  // A record that cannot be changed shows what is stored, never what was only typed. Defaults are no values.
  const stored = storedFields(saved)
  const values = isDisabled ? stored : editor.fields
  const judged = evaluatedForm(judge, values)
  const { hidden } = judged
  const progressing = useMemo(
    () => shownFields(judge, { hidden }).filter((field) => fieldTypeOf[field.type].column),
    [judge, hidden],
  )
  const dropped = useMemo(
    () => (isDisabled ? [] : droppedFields(judge, { hidden }, stored)),
    [isDisabled, judge, hidden, stored],
  )
  const retired = useMemo(() => (saved ? retiredFields(formtype, saved.fields) : []), [formtype, saved])
  const drawing = useDrawing(fields, judged.hidden)
  const go = useGoTo(element, drawing.draw)
  const errors = formErrors((name) => byName.has(name) || name === labelKey, editor, isDisabled)
  const progress = fieldProgress(
    progressing,
    (name) => judged.values.get(name) ?? values[name],
    (name) => errors.has(name),
    (name) => !isDisabled && Object.hasOwn(editor.asked, name),
  )
  const mistakes = useMemo(() => mistakesIn(progress), [progress])
  const required = useMemo(() => requiredLeft(progress), [progress])
  const refused = isRefused && mistakes > 0 ? t('errorCount', { count: mistakes }) : refusal
  const submission = useMemo(() => ({ isBusy, failed, refusal: refused }), [isBusy, failed, refused])

  // The fields are outside of the form element: a browser looks through all controls of one for each property that is
  // read or set on it, as React does with each key.
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that its fields let pass */}
      <div
        ref={element}
        className={classes.form}
        data-draft
        onFocus={keys.onFocus}
        onKeyDown={(event) => {
          keys.onKeyDown(event)
          history.onKeyDown(event)
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          cancel()
        }}
      >
        <div className={classes.fields}>
          {isDisabled && <NotInRecord subject={subject} {...told} />}
          {!isDisabled && isTypeRemoved && (
            <Notice kind="warning" title={t('typeRemoved')}>
              {ofDrafts('removedForGood')}
            </Notice>
          )}
          {!isDisabled && !isTypeRemoved && (
            <>
              {isSavedMeanwhile && <AlreadySaved subject={subject} place={place} />}
              <RecordNotices {...told} onPutBack={() => void saveIt()} />
            </>
          )}
          {fields.length === 0 && <p>{t('noFields')}</p>}
          <FormFields
            drawing={drawing}
            judge={judge}
            judged={judged}
            values={values}
            errors={errors}
            progress={progress}
            isDisabled={isDisabled}
            onType={type}
            onLeave={leave}
            onReason={giveReason}
            onHistory={history.open}
          />
          {formtype.repeats && <LabelOfForm editor={editor} value={values[labelKey]} isDisabled={isDisabled} />}
          {saved && <JudgedBy studyid={studyid} form={saved} canRenew={!isDisabled && !isChanged} />}
          <RetiredFields fields={retired} />
        </div>
        <form
          className={classes.actions}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void saveIt()
          }}
        >
          {asking?.about === 'leaving' && isChanged ? (
            <LeaveQuestion onStay={stay} onLeave={close} />
          ) : asking?.about === 'dropping' && dropped.length > 0 ? (
            <DropQuestion names={dropped.map(labelOf)} onStay={stay} onDrop={() => void saveIt(true)} />
          ) : (
            <FormActions
              isSticky
              save={t('save')}
              busyLabel={t('saving')}
              submission={submission}
              isChanged={isChanged && !isDisabled}
              isForm
              isDisabled={isDisabled || isTypeRemoved || editor.isRemoved}
              isCancelDisabled={isDisabled}
              onCancel={cancel}
            />
          )}
        </form>
        <div className={classes.beside}>
          <FormIndex fields={progress} all={fields} required={required} onGo={go} />
        </div>
      </div>
      {history.dialog}
    </>
  )
}
