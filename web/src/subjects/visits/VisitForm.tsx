import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { whyNotSubjectVisit } from '@casebook/domain/visits/visits.rules.ts'
import { TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions } from '../../components/form/FormActions.tsx'
import { DayField } from '../../forms/fields/DateField.tsx'
import { UpdateSubjectVisitDocument } from '../../generated/graphql.ts'
import { RecordNotices } from '../../records/RecordNotices.tsx'
import { savedBy, useEditor } from '../../records/use-record.ts'
import classes from './Visits.module.css'

/**
 * What is said of a visit. Without an occurrence, of the next one of a visit that repeats. `isDate`: only its date, which
 * may be the one that was agreed.
 */
export type OpenedVisit = {
  visitid: string
  occurrence: number | null
  state: 'PLANNED' | 'BEGUN' | 'DONE' | 'MISSED'
  version: number | null
  isDate?: boolean
}

/** What is said of a visit: a missed one needs a reason, any other may have a date. */
function saidOf(said: OpenedVisit, fields: Fields) {
  const { state } = said
  const reason = fieldValue(fields, 'reason')
  if (state === 'MISSED') return { state, date: null, reason }
  return { state, date: hasDate(said) ? fieldValue(fields, 'date') || null : null, reason: reason || null }
}

function hasDate({ state, isDate }: OpenedVisit): boolean {
  return state === 'DONE' || (state === 'BEGUN' && isDate !== false) || isDate === true
}

function whyNot(said: OpenedVisit) {
  return (key: string, fields: Fields): Error | undefined => {
    const problem = whyNotSubjectVisit(saidOf(said, fields))
    return problem?.field === key ? problem : undefined
  }
}

function subjectVisit(subjectid: string, said: OpenedVisit, date: string) {
  const { visitid, occurrence, state, version } = said
  return {
    record: `subject-visit/${subjectid}/${visitid}/${occurrence ?? 'next'}/${said.isDate ? 'date' : state}`,
    lane: `subject/${subjectid}`,
    blank: { date, reason: '' },
    plan(fields: Fields) {
      const given = saidOf(said, fields)
      const problem = whyNotSubjectVisit(given)
      if (problem) return problem
      return savedBy(UpdateSubjectVisitDocument, { input: { subjectid, visitid, occurrence, version, ...given } })
    },
  }
}

/** Says that a visit was done and when, that it was missed and why, or that neither is so. */
export function VisitForm({
  subjectid,
  opened,
  version,
  date,
  name,
  onDone,
  onCancel,
}: {
  subjectid: string
  opened: OpenedVisit
  /** The version that is shown now. */
  version: number | null
  /** The date that is offered, yyyy-MM-dd. */
  date: string
  name: string
  onDone: (saved: { visitid: string; occurrence: number }) => void
  onCancel: () => void
}) {
  const t = useTranslations('visits')
  const [over, setOver] = useState(opened.version)
  const said = { ...opened, version: over }
  const editor = useEditor(subjectVisit(subjectid, said, date), { names: ['date', 'reason'], why: whyNot(said) })
  // What a colleague said meanwhile is shown above, and that it was in the way: the next press replaces that.
  const isInTheWay = editor.entry.refusals.some(({ code }) => code === 'CONFLICT')
  useEffect(() => {
    if (isInTheWay) setOver(version)
  }, [isInTheWay, version])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])
  const isMissed = opened.state === 'MISSED'

  function cancel() {
    editor.discard()
    onCancel()
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) cancel()
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void editor.save().then((saved) => saved && onDone(saved.data.updateSubjectVisit))
      }}
    >
      <RecordNotices copy={editor} label={(key) => t(key === 'date' ? 'date' : 'reason')} />
      {hasDate(opened) && (
        <DayField
          name="date"
          label={t('date')}
          text={fieldValue(editor.fields, 'date')}
          error={editor.errorOf('date')}
          onType={(date) => editor.type({ date })}
          onLeave={() => editor.check('date')}
        />
      )}
      <TextInput
        name="reason"
        label={t(isMissed ? 'reason' : 'remark')}
        value={fieldValue(editor.fields, 'reason')}
        error={editor.errorOf('reason')}
        autoComplete="off"
        withAsterisk={isMissed}
        aria-required={isMissed || undefined}
        onChange={(event) => editor.type({ reason: event.currentTarget.value })}
        onBlur={() => editor.check('reason')}
      />
      <FormActions
        save={t(opened.isDate ? 'saveDate' : `save.${opened.state}`)}
        submission={editor}
        onCancel={cancel}
      />
    </form>
  )
}
