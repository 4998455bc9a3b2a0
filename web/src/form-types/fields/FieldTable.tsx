import { conditionOf } from '@casebook/domain/form-types/conditions/conditions.ts'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldSections } from '../../forms/values/sections.ts'
import {
  emptyField,
  type FieldDraft,
  type FormTypeDraft,
  withCopy,
  withField,
  withMoved,
} from '../draft/field-draft.ts'
import { useConditionWords } from '../expressions/condition-words.ts'
import type { KnownField } from '../expressions/known-fields.ts'
import { type EditedField, withoutField } from '../more/edited-field.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { FieldRow } from './FieldRow.tsx'
import classes from './FieldTable.module.css'
import type { OpenRow } from './open-row.ts'

/** The fields of a form type: shown, edited row by row, and moved. `row` is the open one, if any. */
export function FieldTable({
  draft: { fields, checks },
  known,
  row,
  isFixed,
  tried,
  errorOf,
  onEdit,
  onType,
  onPaste,
  onChange,
}: {
  draft: FormTypeDraft
  /** The fields that conditions may name. */
  known: readonly KnownField[]
  row: OpenRow | undefined
  /** What is typed into it must be finished first. */
  isFixed: boolean
  /** The values of the try-out, by name. */
  tried: ReadonlyMap<string, string>
  /** What is wrong with the expressions of the field at this place. */
  errorOf: (place: number) => string | undefined
  onEdit: (field: FieldDraft | undefined, asNext?: boolean) => void
  /** Something was typed into the open row. */
  onType: (part: (row: OpenRow) => Partial<OpenRow>) => void
  /** A list was pasted into the name of a new field. */
  onPaste: (text: string) => void
  onChange: (part: Partial<FormTypeDraft>) => void
}) {
  const t = useTranslations('formTypes')
  const wordsOf = useConditionWords(known)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = useAnnouncements(fields)
  const table = useRef<HTMLTableElement>(null)
  const edited = row?.field
  const isAdded = edited !== undefined && !fields.some((field) => field.key === edited.key)
  const left = useRef<{ name: string; isAdded: boolean }>(undefined)
  // The focused editor disappears: the row that it became gets the focus, or the button that adds the next field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when a row is opened or closed
  useEffect(() => {
    const { current: was } = left
    left.current = edited && { name: edited.name, isAdded }
    if (!edited && was) focusRow(was.isAdded ? undefined : was.name)
  }, [edited?.key])

  const deleted = useRef<{ next: string | undefined }>(undefined)
  useEffect(() => {
    const { current: gone } = deleted
    deleted.current = undefined
    if (gone) focusRow(gone.next)
  })

  /** Focuses the first button of a field's row. Undefined, or no such field: the button that adds one. */
  function focusRow(name: string | undefined) {
    const row = name === undefined ? null : table.current?.querySelector(`[data-edit="${CSS.escape(name)}"]`)
    const button = row?.querySelector('button') ?? table.current?.closest('form')?.querySelector('[data-add-field]')
    if (button instanceof HTMLElement) button.focus({ preventScroll: row !== null })
  }

  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const sections = fieldSections(fields)
  const shown = sections.flatMap((section) => (isFolded(section.fields) ? [] : section.fields))

  /** The section of the open row is not: nobody could finish it. */
  function isFolded(inside: (typeof sections)[number]['fields']): boolean {
    return folded.has(inside[0].key) && !inside.some((field) => field.key === edited?.key)
  }

  function fold(key: string) {
    const next = new Set(folded)
    if (!next.delete(key)) next.add(key)
    setFolded(next)
  }

  function confirm({ field, others, checks: changed, companion }: EditedField, thenNext: boolean) {
    left.current = { name: field.name.trim(), isAdded }
    const othersByKey = new Map(others.map((other) => [other.key, other]))
    const next = withField(
      fields.map((each) => othersByKey.get(each.key) ?? each),
      field,
    )
    const place = next.findIndex(({ key }) => key === field.key)
    onChange({ fields: companion ? next.toSpliced(place + 1, 0, companion) : next, checks: changed })
    if (thenNext) onEdit(emptyField(`new ${Date.now()}`), true)
    else onEdit(undefined)
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onChange({ fields: withMoved(fields, String(active.id), String(over.id)) })
  }

  function conditionWords({ showIf }: FieldDraft): string {
    if (showIf === '') return ''
    const condition = conditionOf(showIf, (variable) => known.find((each) => each.variable === variable)?.type)
    return condition ? t('askedIf', { words: wordsOf(condition) }) : `${t('more.showIf')} ${showIf}`
  }

  function renderEditor(open: OpenRow) {
    const { field } = open
    const place = fields.findIndex(({ key }) => key === field.key)
    return (
      <tr key={field.key}>
        <td colSpan={7} className={classes.editor}>
          <FieldEditor
            row={open}
            now={fields[place]}
            others={fields.filter(({ key }) => key !== field.key)}
            place={place < 0 ? fields.length : place}
            checks={checks}
            tried={tried}
            onType={onType}
            onPaste={onPaste}
            onConfirm={confirm}
            onCancel={() => onEdit(undefined)}
          />
        </td>
      </tr>
    )
  }

  function renderRow(field: FieldDraft) {
    if (row && field.key === edited?.key) return renderEditor(row)
    return (
      <FieldRow
        key={field.key}
        field={field}
        isFixed={isFixed}
        condition={conditionWords(field)}
        error={errorOf(fields.indexOf(field))}
        onEdit={() => onEdit(field)}
        onCopy={() => onChange({ fields: withCopy(fields, field, `copy ${Date.now()}`) })}
        onDelete={() => {
          const place = shown.indexOf(field)
          deleted.current = { next: (shown[place + 1] ?? shown[place - 1])?.name }
          onChange(withoutField({ fields, checks }, field))
        }}
      />
    )
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('moveInstructions') } }}
    >
      <div className={classes.scroller}>
        <table ref={table} className={classes.table} aria-label={t('fields')}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('type')}</th>
              <th scope="col">{t('required')}</th>
              <th scope="col">{t('length')}</th>
              <th scope="col">{t('pattern')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            <SortableContext items={shown.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
              {sections.map(({ heading, fields: inside }) => {
                const [{ key }] = inside
                const isClosed = isFolded(inside)
                return (
                  <Fragment key={key}>
                    {heading !== undefined && (
                      <tr className={classes.section}>
                        <td colSpan={7}>
                          <button type="button" aria-expanded={!isClosed} onClick={() => fold(key)}>
                            {isClosed ? (
                              <IconChevronRight size={16} aria-hidden />
                            ) : (
                              <IconChevronDown size={16} aria-hidden />
                            )}
                            {heading} <span>{t('fieldCount', { count: inside.length })}</span>
                          </button>
                        </td>
                      </tr>
                    )}
                    {!isClosed && inside.map(renderRow)}
                  </Fragment>
                )
              })}
            </SortableContext>
            {row && isAdded && renderEditor(row)}
            {fields.length === 0 && !isAdded && (
              <tr>
                <td colSpan={7} className={classes.none}>
                  {t('noFields')}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </DndContext>
  )
}

function useAnnouncements(fields: readonly FieldDraft[]): Announcements {
  const t = useTranslations('formTypes')
  function nameOf(id: string | number) {
    return fields.find(({ key }) => key === id)?.name ?? ''
  }
  function placeOf(id: string | number) {
    return fields.findIndex(({ key }) => key === id) + 1
  }
  return {
    onDragStart: ({ active }) => t('pickedUp', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? t('movedTo', { name: nameOf(active.id), place: String(placeOf(over.id)), count: String(fields.length) })
        : undefined,
    onDragEnd: ({ active }) => t('putDown', { name: nameOf(active.id) }),
    onDragCancel: ({ active }) => t('putBack', { name: nameOf(active.id) }),
  }
}
