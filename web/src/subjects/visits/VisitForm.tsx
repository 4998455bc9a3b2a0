import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { whyNotSubjectVisit } from '@casebook/domain/visits/visits.rules.ts'
import { TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions } from '../../components/form/FormActions.tsx'
import { UpdateSubjectVisitDocument } from '../../generated/graphql.ts'
import { RecordNotices } from '../../records/RecordNotices.tsx'
import { savedBy, useEditor } from '../../records/use-record.ts'
import classes from './VisitsPanel.module.css'

type Said = { visitid: string; occurrence: number | null; state: 'DONE' | 'MISSED' | 'PLANNED'; version: number | null }

/** What is said of a visit: a missed one needs a reason, any other may have a date. */
function saidOf({ state }: Said, fields: Fields) {
  const reason = fieldValue(fields, 'reason')
  if (state === 'MISSED') return { state, date: null, reason }
  return { state, date: state === 'DONE' ? fieldValue(fields, 'date') || null : null, reason: reason || null }
}

function whyNot(said: Said) {
  return (key: string, fields: Fields): Error | undefined => {
    const problem = whyNotSubjectVisit(saidOf(said, fields))
    return problem?.field === key ? problem : undefined
  }
}

function subjectVisit(subjectid: string, said: Said, date: string) {
  const { visitid, occurrence, state, version } = said
  return {
    record: `subject-visit/${subjectid}/${visitid}/${occurrence ?? 'next'}/${state}`,
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
  date,
  name,
  onDone,
  onCancel,
}: {
  subjectid: string
  opened: Said
  /** The date that is offered, yyyy-MM-dd. */
  date: string
  name: string
  onDone: () => void
  onCancel: () => void
}) {
  const t = useTranslations('visits')
  const editor = useEditor(subjectVisit(subjectid, opened, date), { names: ['date', 'reason'], why: whyNot(opened) })
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
        if (event.key === 'Escape') cancel()
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void editor.save().then((saved) => saved && onDone())
      }}
    >
      <RecordNotices copy={editor} label={(key) => t(key === 'date' ? 'date' : 'reason')} />
      {opened.state === 'DONE' && (
        <TextInput
          name="date"
          type="date"
          label={t('date')}
          value={fieldValue(editor.fields, 'date')}
          error={editor.errorOf('date')}
          onChange={(event) => editor.type({ date: event.currentTarget.value })}
          onBlur={() => editor.check('date')}
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
      <FormActions save={t(`save.${opened.state}`)} submission={editor} onCancel={cancel} />
    </form>
  )
}
