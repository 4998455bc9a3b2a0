import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotExplanation } from '@casebook/domain/visits/deviations.ts'
import { Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions } from '../../components/form/FormActions.tsx'
import { DeviationsDocument, type DeviationsQuery, ExplainDeviationDocument } from '../../generated/graphql.ts'
import { RecordGuard, RecordNotices } from '../../records/RecordNotices.tsx'
import { savedBy, sourceOf, useEditor } from '../../records/use-record.ts'
import classes from './Deviations.module.css'

export type Deviation = DeviationsQuery['listDeviations'][number]

function whyNot(kind: Deviation['kind'], fields: Fields) {
  return whyNotExplanation(kind, fieldValue(fields, 'explanation'))
}

function explanationOf(studyid: string, { subjectid, visitid, occurrence, kind }: Deviation) {
  return {
    record: `deviation/${subjectid}/${visitid}/${occurrence}/${kind}`,
    lane: `subject/${subjectid}`,
    blank: { explanation: '' },
    // A colleague's explanation is asked about, not replaced.
    source: sourceOf(DeviationsDocument, { studyid }, ({ data }) => {
      const own = (each: Deviation) =>
        each.subjectid === subjectid && each.visitid === visitid && each.occurrence === occurrence && each.kind === kind
      const stored = data?.listDeviations.find(own)
      return stored && { version: stored.version, fields: { explanation: stored.explanation ?? '' }, row: stored }
    }),
    plan(fields: Fields, version: number | null) {
      const given = fieldValue(fields, 'explanation')
      const why = whyNot(kind, fields)
      if (why) return problem(why.reason, { field: 'explanation', params: why.params })
      return savedBy(ExplainDeviationDocument, {
        input: { subjectid, visitid, occurrence, kind, version, explanation: given },
      })
    },
  }
}

/** Says why a subject deviates from the schedule. */
export function ExplanationForm({
  studyid,
  deviation,
  label,
  onDone,
}: {
  studyid: string
  deviation: Deviation
  label: string
  onDone: () => void
}) {
  const t = useTranslations('overview')
  const editor = useEditor(explanationOf(studyid, deviation), {
    names: ['explanation'],
    why: (_, fields) => whyNot(deviation.kind, fields),
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('textarea')?.focus(), [])

  function cancel() {
    editor.discard()
    onDone()
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel()
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void editor.save().then((saved) => saved && onDone())
      }}
    >
      <RecordGuard lane={editor.record} />
      <RecordNotices copy={editor} label={() => t('explanation')} />
      <Textarea
        name="explanation"
        label={t('explanation')}
        autosize
        minRows={2}
        maxRows={8}
        value={fieldValue(editor.fields, 'explanation')}
        error={editor.errorOf('explanation')}
        onChange={(event) => editor.type({ explanation: event.currentTarget.value })}
        onBlur={() => editor.check('explanation')}
      />
      <FormActions save={t('saveExplanation')} submission={editor} isChanged={editor.isChanged} onCancel={cancel} />
    </form>
  )
}
