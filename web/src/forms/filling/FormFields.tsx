import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldProgress } from '../values/form-progress.ts'
import { type FormJudge, inOne, shownFields, stepOf, unusualIn } from '../values/judged-form.ts'
import { type FormPart, isLongForm } from './drawing/field-groups.ts'
import type { Drawing } from './drawing/use-drawing.ts'
import type { FieldEvents } from './FieldRun.tsx'
import classes from './FormFields.module.css'
import { FormSection } from './FormSection.tsx'
import type { ShownForm } from './shown-form.ts'

const none: ReadonlyMap<string, Problem> = new Map()

/** The fields of a form that are asked, as they are filled in: of a stored form, or of one that is only tried. */
export function FormFields({
  drawing,
  judge,
  judged,
  values,
  errors,
  progress,
  isDisabled,
  ...events
}: FieldEvents &
  Omit<ShownForm, 'unusual' | 'step'> & {
    drawing: Drawing
    /** How far the form is, for the headings of its sections. */
    progress: readonly FieldProgress[]
    isDisabled: boolean
  }) {
  const unusual = isDisabled ? none : unusualIn(judge, values)
  const form = { judge, judged, values, errors, unusual, step: stepOf(judge, values) }
  const { parts } = drawing
  const { hidden } = judged
  const counts = useMemo(() => countsOf(parts, hidden, progress), [parts, hidden, progress])

  return (
    <>
      {parts.map((part, place) => {
        const { asked = 0, given = 0, all = 0 } = counts[place] ?? {}
        if (asked === 0) return null
        return (
          <FormSection
            key={part.key}
            part={part}
            form={form}
            given={given}
            all={all}
            isDisabled={isDisabled}
            isLong={isLongForm(judge.fields)}
            drawn={part.runs.filter(drawing.isDrawn).length}
            isDrawn={drawing.isDrawn}
            onDraw={drawing.draw}
            {...events}
          />
        )
      })}
      <Appeared judge={judge} hidden={judged.hidden} />
    </>
  )
}

/** Of each part, how many fields are asked, how many have a value, and how many can. */
function countsOf(
  parts: readonly FormPart[],
  hidden: ReadonlySet<string>,
  progress: readonly FieldProgress[],
): { asked: number; given: number; all: number }[] {
  // Both are in the order of the form type.
  let place = 0
  return parts.map(({ runs }) => {
    const counts = { asked: 0, given: 0, all: 0 }
    for (const { fields } of runs) {
      for (const { name } of fields) {
        const state = progress[place]?.name === name ? progress[place]?.state : undefined
        if (state !== undefined) place += 1
        if (hidden.has(name)) continue
        counts.asked += 1
        if (state !== undefined) counts.all += 1
        if (state === 'filled') counts.given += 1
      }
    }
    return counts
  })
}

/** The fields that appeared with the last change, for those who do not see them appear. */
function Appeared({ judge, hidden }: { judge: FormJudge; hidden: ReadonlySet<string> }) {
  const t = useTranslations('forms')
  const [last, setLast] = useState<{ hidden: ReadonlySet<string>; appeared: readonly string[] }>({
    hidden,
    appeared: [],
  })
  const isSame = last.hidden === hidden || inOne(last.hidden, hidden).length === 0
  if (!isSame) setLast({ hidden, appeared: [...last.hidden].filter((name) => !hidden.has(name)) })
  const isAny = last.appeared.length > 0
  const appeared = isAny ? shownFields(judge, { hidden }).filter(({ name }) => last.appeared.includes(name)) : []
  return (
    <p className={classes.announced} role="status">
      {appeared.length > 0 && t('appeared', { names: appeared.map(labelOf).join(', ') })}
    </p>
  )
}
