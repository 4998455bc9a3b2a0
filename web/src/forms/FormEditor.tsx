import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions, focusFirstConcerned } from '../components/form/FormActions.tsx'
import { useUnsavedPart, useUnsavedParts } from '../components/form/unsaved-parts.tsx'
import { LeaveQuestion } from '../components/notices/LeaveQuestion.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { focusPlace, headingAround } from '../components/page/focus-after.ts'
import { DraftNotices } from '../drafts/DraftNotices.tsx'
import type { Stored } from '../drafts/machine/draft-machine.ts'
import type { FindAuthor } from '../drafts/use-record-draft.ts'
import { NotInRecord } from '../history/NotInRecord.tsx'
import classes from './FormEditor.module.css'
import { FormIndex } from './FormIndex.tsx'
import { FormField } from './fields/FormField.tsx'
import { AlreadySaved } from './notices/AlreadySaved.tsx'
import { RetiredFields } from './RetiredFields.tsx'
import { useFormDraft } from './use-form-draft.ts'
import { fieldProgress, requiredLeft } from './values/form-progress.ts'
import { useValueText } from './values/value-text.ts'

/**
 * One form in a column, its index beside it, with Save and Cancel sticky at the bottom. Errors appear when a field
 * loses focus. Save shows all of them and focuses the first. Enter saves, Escape cancels.
 */
export function FormEditor({
  subject,
  record,
  fields,
  stored,
  isTypeRemoved,
  retired,
  save,
  findAuthor,
  isDisabled,
  onSaved,
  onClose,
}: {
  subject: { studyid: string; subjectid: string }
  record: string
  fields: readonly FormTypeField[]
  stored: Stored
  /** The form is not saved, and its type is no longer offered. */
  isTypeRemoved: boolean
  retired: readonly KeyValue[]
  save: (fields: KeyValue[], version: number | null) => Promise<{ version: number }>
  findAuthor: FindAuthor
  isDisabled: boolean
  onSaved: () => void
  onClose: () => void
}) {
  const t = useTranslations('forms')
  const ofDrafts = useTranslations('drafts')
  const textOf = useValueText()
  const form = useFormDraft(record, fields, stored, save, findAuthor)
  const { draft } = form
  const [wasNew] = useState(stored.version === null)
  const isSavedMeanwhile =
    wasNew && stored.version !== null && draft.isChanged && draft.state.kind === 'editing' && !form.isBusy
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const type = useCallback((field: FormTypeField, value: string) => latest.current.type(field.name, value), [])
  const leave = useCallback((field: FormTypeField, value: string) => latest.current.leave(field, value), [])
  const [isLeaving, setIsLeaving] = useState(false)
  const left = useRef<Element | null>(null)
  // Set by a save that the rules refused, so that the reason stands beside the button while errors remain.
  const [isRefused, setIsRefused] = useState(false)
  useUnsavedPart(record, draft.isChanged, draft.discard)

  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>(':is(input, select, textarea):enabled')
    if (!first) focusPlace(headingAround(element.current), { preventScroll: true })
    first?.focus({ preventScroll: true })
    // Selected, as after Tab, so that typing replaces a default such as today's date.
    if (first instanceof HTMLInputElement) first.select()
  }, [])

  const { isChanged: isGuarded } = useUnsavedParts()
  const [isClosing, setIsClosing] = useState(false)
  // The guard must first know that nothing is unsaved.
  useEffect(() => {
    if (isClosing && !isGuarded) onClose()
  }, [isClosing, isGuarded, onClose])

  function close() {
    draft.discard()
    setIsClosing(true)
  }

  function cancel() {
    if (!draft.isChanged || isDisabled) {
      close()
      return
    }
    left.current = document.activeElement
    setIsLeaving(true)
  }

  function stay() {
    setIsLeaving(false)
    if (left.current instanceof HTMLElement) left.current.focus()
  }

  async function saveIt() {
    const isValid = form.checkAll()
    setIsRefused(!isValid)
    if (!isValid) {
      // The errors must be rendered first.
      requestAnimationFrame(() => focusFirstConcerned(element.current))
      return
    }
    if (!(await form.submit())) return
    onSaved()
    close()
  }

  const types = new Map(fields.map((field) => [field.name, field.type]))
  const told = {
    draft,
    label: (name: string) => name,
    text: (name: string, value: string) => textOf(types.get(name), value),
  }
  // A record that cannot be changed shows what is stored, never what was only typed.
  const values = isDisabled ? storedValues(stored) : form.values
  const errorOf = (name: string) => (isDisabled ? undefined : form.errorOf(name))
  const progress = fieldProgress(
    fields,
    values,
    (name) => errorOf(name) !== undefined,
    (name) => !isDisabled && Object.hasOwn(draft.state.asked, name),
  )

  const errors = progress.filter(({ state }) => state === 'refused' || state === 'asked').length

  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void saveIt()
      }}
      onKeyDown={(event) => {
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
            {isSavedMeanwhile && <AlreadySaved findAuthor={findAuthor} />}
            <DraftNotices {...told} onPutBack={() => void saveIt()} />
          </>
        )}
        {fields.length === 0 && <p>{t('noFields')}</p>}
        {fields.map((field) => (
          <div key={field.name} data-field={field.name} className={classes.field}>
            <FormField
              field={field}
              value={values[field.name] ?? ''}
              error={errorOf(field.name)}
              isDisabled={isDisabled}
              onType={type}
              onLeave={leave}
            />
          </div>
        ))}
        <RetiredFields fields={retired} />
      </div>
      <div className={classes.actions}>
        {isLeaving && draft.isChanged ? (
          <LeaveQuestion onStay={stay} onLeave={close} />
        ) : (
          <FormActions
            isSticky
            save={t('save')}
            busyLabel={t('saving')}
            submission={isRefused && errors > 0 ? { ...form, refusal: t('errorCount', { count: errors }) } : form}
            isChanged={draft.isChanged && !isDisabled}
            isForm
            isDisabled={isDisabled || isTypeRemoved}
            isCancelDisabled={isDisabled}
            onCancel={cancel}
          />
        )}
      </div>
      <div className={classes.beside}>
        <FormIndex
          fields={progress}
          required={requiredLeft(fields, progress)}
          onGo={(name) => goTo(element.current, name)}
        />
      </div>
    </form>
  )
}

/** The defaults of a form that does not exist are no values. */
function storedValues({ version, fields }: Stored): Fields {
  return version === null ? {} : fields
}

function goTo(form: HTMLFormElement | null, name: string) {
  const field = form?.querySelector(`[data-field="${CSS.escape(name)}"]`)
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
}
