import { todayIn } from '@casebook/domain/activities/today.ts'
import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import { whyNotField } from '@casebook/domain/form-types/form-types.rules.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { afterPress } from '../../browser/presses/after-press.ts'
import { studyZone } from '../../browser/time-zones.ts'
import { Failure, failuresOf } from '../../calls/failures.ts'
import { useFocusOnRefusal } from '../../components/form/FormActions.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { useValueText } from '../../forms/values/value-text.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import { useDefinitionText } from '../draft/definition-text.ts'
import { isSavingKey } from '../draft/enter.ts'
import { definitionText, type FieldDraft, fieldOfDraft } from '../draft/field-draft.ts'
import { keyOfField } from '../draft/form-type-fields.ts'
import { shownTime } from '../expressions/day-text.ts'
import { useTimeWords } from '../expressions/time-words.ts'
import { boundsOf, isBoundBy, whyNotBounds } from '../more/date-bounds.ts'
import { confirmed, type EditedField, isChanged } from '../more/edited-field.ts'
import { fieldContext, problemOf, resultOf } from '../more/field-context.ts'
import { refusable, simple } from '../more/more-props.ts'
import { FieldBasics } from './FieldBasics.tsx'
import classes from './FieldEditor.module.css'
import type { OpenRow } from './open-row.ts'

const MoreProperties = lazy(async () => {
  const { MoreProperties: Component } = await import('../more/MoreProperties.tsx')
  return { default: Component }
})

/**
 * A field row in edit mode, validated when it is confirmed. Enter confirms, and after a new field opens the next one.
 * Escape goes to Cancel and then cancels.
 */
export function FieldEditor({
  row: { field, typed, wantsOther, isNext, ...row },
  now,
  others,
  place,
  checks,
  tried,
  onType,
  onPaste,
  onConfirm,
  onCancel,
}: {
  /** Enter in one that is next, left empty, closes it. */
  row: OpenRow
  /** The field as it is: a colleague may have changed it meanwhile. Undefined for a new one. */
  now: FieldDraft | undefined
  /** The fields without this one, and where it stands among them. */
  others: readonly FieldDraft[]
  place: number
  checks: readonly FormCheck[]
  /** The values of the try-out, by name. */
  tried: ReadonlyMap<string, string>
  onType: (part: (row: OpenRow) => Partial<OpenRow>) => void
  /** A list was pasted into the name. */
  onPaste: (text: string) => void
  /** `thenNext`: Enter confirmed a new field, and the next one is wanted. */
  onConfirm: (edited: EditedField, thenNext: boolean) => void
  onCancel: () => void
}) {
  const t = useTranslations('formTypes')
  const textOf = useFailureText()
  const valueText = useValueText()
  const textOfDefinition = useDefinitionText()
  const [isLeft, setIsLeft] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const context = useMemo(() => fieldContext(typed, others, place, checks), [typed, others, place, checks])
  const [opened] = useState(() => {
    const { variable } = context
    return { field, variable, bounds: boundsOf(checks, field.name, variable) }
  })
  const { bounds = opened.bounds } = row
  const words = useTimeWords()
  const dates = context.others.filter((other) => isBoundBy(typed.type, other.field.type))
  const labels = new Map(dates.map(({ variable, label }) => [variable, label]))

  function whyNot(): Problem | undefined {
    const names = others.map(({ name }) => name)
    const ofBounds = whyNotBounds(typed.type, bounds, [...labels.keys()])
    const ofExpressions = problemOf(context, 'showIf') ?? problemOf(context, 'calculation')
    return whyNotField(fieldOfDraft(typed), '', names) ?? ofBounds ?? ofExpressions
  }

  const { submit, errorOf, clear, failed } = useSubmission(refusable, async () => {
    const why = whyNot()
    if (why?.reason === 'field.name.duplicate') console.info('Duplicated field')
    const [failure] = why ? failuresOf(why) : []
    if (!failure) return
    // A mistake within an option is told at the options.
    const [part = ''] = (failure.field ?? '').replace(/^fields\.\d+\./, '').split('.')
    if (!simple.includes(part)) setIsOpen(true)
    throw new Failure({ ...failure, message: failure.message, field: part })
  })

  const editor = useRef<HTMLFieldSetElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useFocusOnRefusal(failed, editor)
  // The name of a saved field is disabled, so its type gets the focus.
  useEffect(() => editor.current?.querySelector<HTMLElement>(':is(input, select):enabled')?.focus(), [])

  function change(part: Partial<FieldDraft>) {
    onType((before) => ({ typed: { ...before.typed, ...part } }))
    for (const name of Object.keys(part)) clear(name)
    setIsLeft(false)
  }

  /** An expression is judged when it is left. */
  function errorBeside(name: string): string | undefined {
    const refusal = errorOf(name)
    if (refusal || !isLeft || (name !== 'showIf' && name !== 'calculation')) return refusal
    const wrong = problemOf(context, name)
    const [failure] = wrong ? failuresOf(wrong) : []
    return failure && textOf(failure)
  }

  function result(): string | undefined {
    const value = typed.calculation === '' ? undefined : resultOf(context, tried, todayIn(studyZone()))
    return value === undefined ? undefined : `${valueText(context.fields[place], value)} ${typed.unit}`.trim()
  }

  async function confirm(thenNext = false) {
    if (!(await submit())) return
    const dayText = (value: string) => labels.get(value) ?? shownTime(value, words, typed.type)
    const label = typed.label.trim() || typed.name.trim()
    onConfirm(
      confirmed(
        { field: typed, variable: context.variable, bounds, wantsOther },
        opened,
        { now, others, checks },
        {
          bound: (side, value) => t(`boundMessages.${side}`, { label, day: dayText(value) }),
          other: t('otherField'),
        },
      ),
      thenNext,
    )
  }

  return (
    <fieldset
      ref={editor}
      className={classes.editor}
      onBlur={() => afterPress(() => setIsLeft(true))}
      onKeyDown={(event) => {
        const { target } = event
        if (isSavingKey(event)) return
        if (event.key === 'Enter' && (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) {
          event.preventDefault()
          if (isNext && typed === field) onCancel()
          else void confirm(now === undefined)
        }
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          // What was typed is not thrown away by one key.
          if (typed !== field && event.target !== cancel.current) cancel.current?.focus()
          else onCancel()
        }
      }}
    >
      <legend className={classes.legend}>
        {now || field.isSaved ? t('editField', { name: field.name }) : t('newField')}
      </legend>
      {now && isChanged(field, now) && (
        <div className={classes.whole}>
          <Notice kind="warning" title={t('fieldChanged')}>
            <p>{textOfDefinition(keyOfField(now.name), definitionText(now))}</p>
          </Notice>
        </div>
      )}
      <FieldBasics typed={typed} errorOf={errorOf} onChange={change} onPaste={field.isSaved ? undefined : onPaste} />
      <details className={classes.whole} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className={classes.more}>{t('moreOf')}</summary>
        {isOpen && (
          <Suspense fallback={<ReadingBar isReading />}>
            <MoreProperties
              typed={typed}
              context={context}
              sections={[...new Set(others.map(({ section }) => section).filter(Boolean))]}
              bounds={bounds}
              wantsOther={wantsOther}
              result={result()}
              errorOf={errorBeside}
              onChange={change}
              onBounds={(next) => {
                change({})
                for (const side of ['atLeast', 'atMost']) clear(side)
                onType(() => ({ bounds: next }))
              }}
              onOther={(wanted) => onType(() => ({ wantsOther: wanted }))}
            />
          </Suspense>
        )}
      </details>
      <div className={classes.actions}>
        <Button size="xs" onClick={() => void confirm()}>
          {t('confirmField')}
        </Button>
        <Button ref={cancel} size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
