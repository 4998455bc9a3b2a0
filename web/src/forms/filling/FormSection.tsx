import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { FormPart } from './drawing/field-groups.ts'
import { type FieldEvents, FieldRun } from './FieldRun.tsx'
import classes from './FormSection.module.css'
import { isSameBeside, isSameShown, type ShownForm } from './shown-form.ts'

type FormSectionProps = FieldEvents & {
  part: FormPart
  form: ShownForm
  /** How many of its fields have a value, and how many can. */
  given: number
  all: number
  isDisabled: boolean
  /** One of a long form. */
  isLong: boolean
  /** How many of its runs are drawn, and which. */
  drawn: number
  isDrawn: (run: FormPart['runs'][number]) => boolean
  onDraw: (name: string) => void
}

/** The fields below one heading. Drawn again only when something in it changes. */
export const FormSection = memo(
  function FormSection({ part, given, all, drawn: _, isDrawn, ...shared }: FormSectionProps) {
    const t = useTranslations('forms')
    const runs = part.runs.map((run) => <FieldRun key={run.key} run={run} isDrawn={isDrawn(run)} {...shared} />)
    if (part.heading === undefined) return runs
    return (
      <details open className={classes.section}>
        <summary>
          <h3>{part.heading}</h3>
          <span className={classes.count}>{t('givenOf', { given, all })}</span>
        </summary>
        <div className={classes.fields}>{runs}</div>
      </details>
    )
  },
  (before, now) =>
    isSameBeside(before, now, 'isDrawn') &&
    now.part.runs.every(({ fields }) => isSameShown(fields, before.form, now.form)),
)
