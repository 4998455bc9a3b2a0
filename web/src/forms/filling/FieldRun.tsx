import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type FocusEvent, memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CalculatedField } from '../fields/CalculatedField.tsx'
import { FormField } from '../fields/FormField.tsx'
import { HistoryButton } from '../history/HistoryButton.tsx'
import { enterRun } from '../keys/form-stops.ts'
import { Confirmation } from './Confirmation.tsx'
import { between, type FieldGroup, fieldGroups, perField, type FieldRun as Run } from './drawing/field-groups.ts'
import classes from './FormSection.module.css'
import { isSameBeside, isSameShown, type ShownField, type ShownForm, shownField } from './shown-form.ts'
import { TableFields } from './TableFields.tsx'

/** These must be stable functions, because a form may have 500 fields. */
export type FieldEvents = {
  onType: (field: FormTypeField, value: string) => void
  onLeave: (field: FormTypeField) => void
  onReason: (key: string, reason: string) => void
  /** Opens the history of a field, of a form that has one. */
  onHistory?: ((name: string) => void) | undefined
}

type FieldRunProps = FieldEvents & {
  run: Run
  form: ShownForm
  isDisabled: boolean
  /** One of a long form: a place until it is drawn. */
  isLong: boolean
  isDrawn: boolean
  /** The run of this field must be drawn now. A stable function. */
  onDraw: (name: string) => void
}

/** What a row of a table takes, in pixels. A guess, as for a field. */
const perRow = 44

function guessedHeight(groups: readonly FieldGroup[]): number {
  return groups.reduce(
    (sum, { isTable, fields }) => sum + (isTable ? perField + perRow * fields.length : perField) + between,
    -between,
  )
}

/** Fields that are drawn together. Drawn again only when something of them changes. */
export const FieldRun = memo(
  function FieldRun({ run, form, isLong, isDrawn, onDraw, ...shared }: FieldRunProps) {
    const t = useTranslations('forms')
    const place = useRef<HTMLDivElement>(null)
    // The focus came before it was drawn, from above or from below.
    const [entered, setEntered] = useState<'above' | 'below'>()
    useLayoutEffect(() => {
      if (!isDrawn || !entered) return
      setEntered(undefined)
      enterRun(place.current, entered === 'below')
    }, [isDrawn, entered])

    const { hidden } = form.judged
    const groups = useMemo(() => fieldGroups(run.fields.filter(({ name }) => !hidden.has(name))), [run, hidden])
    // A field that was shown once is only put out of sight: a number that is typed may show and hide it with each digit.
    const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
    const added = isDrawn
      ? groups.flatMap(({ isTable, fields: [one] }) => (isTable || !one.showIf ? [] : one.name))
      : []
    if (added.some((name) => !kept.has(name))) setKept(new Set([...kept, ...added]))
    if (groups.length === 0) return null

    function drawnGroups() {
      const byFirst = new Map(groups.map((group) => [group.fields[0].name, group]))
      return run.fields.map((field) => {
        const { name } = field
        const isHidden = hidden.has(name)
        const group = isHidden && kept.has(name) ? alone(field) : byFirst.get(name)
        return group && <Group key={name} group={group} isHidden={isHidden} form={form} {...shared} />
      })
    }

    if (!isLong) return drawnGroups()
    const height = guessedHeight(groups)
    if (isDrawn) {
      return (
        <div ref={place} className={classes.run} data-far style={{ containIntrinsicSize: `auto ${height}px` }}>
          {drawnGroups()}
        </div>
      )
    }
    return (
      // biome-ignore lint/a11y/useSemanticElements: it becomes the place of its fields
      <div
        ref={place}
        className={classes.run}
        data-waiting
        style={{ height }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab goes through it to its fields, which are drawn then
        tabIndex={0}
        role="group"
        aria-busy
        aria-label={t('follows')}
        onFocus={({ currentTarget, relatedTarget }: FocusEvent) => {
          const isAbove = relatedTarget instanceof Element && isBehind(relatedTarget, currentTarget)
          setEntered(isAbove ? 'below' : 'above')
          onDraw(run.key)
        }}
      />
    )
  },
  (before, now) => isSameBeside(before, now) && isSameShown(now.run.fields, before.form, now.form),
)

function alone(field: FormTypeField): FieldGroup {
  return { isTable: false, fields: [field] }
}

function isBehind(one: Element, other: Element): boolean {
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

type GroupProps = FieldEvents & { group: FieldGroup; form: ShownForm; isDisabled: boolean; isHidden: boolean }

/** Fields that are shown together. Drawn again only when something of them changes. */
const Group = memo(DrawnGroup, (before, now) => {
  const { isTable, fields } = now.group
  const isSameGroup =
    before.group.isTable === isTable &&
    before.group.fields.length === fields.length &&
    fields.every((field, place) => field === before.group.fields[place])
  return isSameGroup && isSameBeside(before, now, 'group') && isSameShown(fields, before.form, now.form)
})

function DrawnGroup({ group: { isTable, fields }, form, isHidden, ...shared }: GroupProps) {
  if (!isTable) return <OneField {...shownField(form, fields[0])} isHidden={isHidden} {...shared} />
  const shown = new Map(fields.map((field) => [field.name, shownField(form, field)]))
  return (
    <div>
      <TableFields
        fields={fields}
        valueFor={(row) => shown.get(row.name)?.value ?? ''}
        errorOf={(row) => shown.get(row.name)?.error}
        {...shared}
      />
      {[...shown.values()].map((one) => (
        <div key={one.field.name}>
          <ConfirmationOf {...one} onReason={shared.onReason} />
        </div>
      ))}
    </div>
  )
}

/** Whether an answer is typed, so that its beginning is seen before all of it. */
function isTyped({ type, display }: FormTypeField): boolean {
  return type !== 'Boolean' && type !== 'Choice' && display !== 'SCALE'
}

/** One field that stands alone. Whether an answer is unusual is asked when it is left: 7 is the beginning of 72. */
function OneField({
  isDisabled,
  isHidden,
  onType,
  onLeave,
  onReason,
  onHistory,
  ...one
}: ShownField & FieldEvents & { isDisabled: boolean; isHidden: boolean }) {
  const { field, value, error, unusual } = one
  const shared = { field, value, error }
  const [isBegun, setIsBegun] = useState(false)
  // A question that is there already stays while the answer is corrected.
  const isAsked = unusual !== undefined
  // The same functions each time, so that an input is not drawn again when its field is put out of sight or back.
  const type = useCallback(
    (of: FormTypeField, typed: string) => {
      if (isTyped(of) && !isAsked) setIsBegun(true)
      onType(of, typed)
    },
    [isAsked, onType],
  )
  const leave = useCallback(
    (of: FormTypeField) => {
      setIsBegun(false)
      onLeave(of)
    },
    [onLeave],
  )
  return (
    <div
      data-field={field.name}
      hidden={isHidden}
      data-refused={error !== undefined || undefined}
      className={classes.field}
      data-has-history={onHistory ? true : undefined}
    >
      {field.calculation ? (
        <CalculatedField {...shared} />
      ) : (
        <FormField {...shared} isDisabled={isDisabled} onType={type} onLeave={leave} />
      )}
      {!isBegun && <ConfirmationOf {...one} onReason={onReason} />}
      {onHistory && <HistoryButton field={field} isDisabled={isDisabled} onOpen={onHistory} />}
    </div>
  )
}

function ConfirmationOf({
  field,
  unusual,
  reason,
  lacksReason,
  reasonKey,
  onReason,
}: ShownField & Pick<FieldEvents, 'onReason'>) {
  const t = useTranslations('forms')
  if (!unusual) return null
  return (
    <Confirmation
      field={field}
      unusual={unusual}
      reason={reason}
      error={lacksReason ? t('reasonNeeded') : undefined}
      onReason={(text) => onReason(reasonKey, text)}
    />
  )
}
