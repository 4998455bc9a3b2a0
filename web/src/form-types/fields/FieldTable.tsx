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
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { FieldEditor } from './FieldEditor.tsx'
import { FieldRow } from './FieldRow.tsx'
import classes from './FieldTable.module.css'
import { type FieldDraft, withField, withMoved } from './field-draft.ts'

/** The fields of a form type: shown, edited row by row, and moved. `edited` is the open row, if any. */
export function FieldTable({
  fields,
  edited,
  onEdit,
  onChange,
}: {
  fields: readonly FieldDraft[]
  edited: FieldDraft | undefined
  onEdit: (field: FieldDraft | undefined) => void
  onChange: (fields: FieldDraft[]) => void
}) {
  const t = useTranslations('formTypes')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = useAnnouncements(fields)
  const table = useRef<HTMLTableElement>(null)
  const left = useRef<string>(undefined)
  // The focused editor disappears: the row that it became gets the focus.
  useEffect(() => {
    const { current: name } = left
    left.current = edited?.name
    if (edited || name === undefined) return
    table.current?.querySelector<HTMLElement>(`[data-edit="${CSS.escape(name)}"]`)?.focus({ preventScroll: true })
  }, [edited])
  const isAdded = edited !== undefined && !fields.some((field) => field.key === edited.key)

  function confirm(field: FieldDraft) {
    left.current = field.name.trim()
    onChange(withField(fields, field))
    onEdit(undefined)
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onChange(withMoved(fields, String(active.id), String(over.id)))
  }

  function renderEditor(field: FieldDraft) {
    return (
      <tr key={field.key}>
        <td colSpan={7} className={classes.editor}>
          <FieldEditor
            field={field}
            otherNames={fields.filter(({ key }) => key !== field.key).map(({ name }) => name)}
            onConfirm={confirm}
            onCancel={() => onEdit(undefined)}
          />
        </td>
      </tr>
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
            <SortableContext items={fields.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
              {fields.map((field) =>
                field.key === edited?.key ? (
                  renderEditor(field)
                ) : (
                  <FieldRow
                    key={field.key}
                    field={field}
                    isFixed={edited !== undefined}
                    onEdit={() => onEdit(field)}
                    onDelete={() => onChange(fields.filter(({ key }) => key !== field.key))}
                  />
                ),
              )}
            </SortableContext>
            {isAdded && renderEditor(edited)}
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
