import { fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import { rangeText } from '@casebook/domain/forms/judgement.ts'
import { useSortable } from '@dnd-kit/sortable'
import { ActionIcon } from '@mantine/core'
import { IconCopy, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { type FieldDraft, hasCodes } from '../draft/field-draft.ts'
import classes from './FieldTable.module.css'

/** A field row in show mode. Its handle moves it, by pointer or by keyboard. */
export function FieldRow({
  field,
  isFixed,
  condition,
  error,
  onEdit,
  onCopy,
  onDelete,
}: {
  field: FieldDraft
  /** Another row is being edited, or the study accepts no changes. */
  isFixed: boolean
  /** When it is asked, in words. '' if always. */
  condition: string
  /** What is wrong with one of its expressions. */
  error: string | undefined
  onEdit: () => void
  onCopy: () => void
  onDelete: () => void
}) {
  const t = useTranslations('formTypes')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: field.key,
    disabled: isFixed,
  })
  const { name } = field
  const said = [...saidOf(field), condition, field.calculation && `= ${field.calculation}`].filter(Boolean).join(' · ')
  return (
    <tr
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <td className={classes.handle}>
        <ActionIcon
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.grip}
          aria-label={t('moveField', { name })}
          aria-describedby={attributes['aria-describedby']}
          disabled={isFixed}
          {...listeners}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
      </td>
      <td className={classes.name}>
        {name}
        {said !== '' && <span className={classes.said}>{said}</span>}
        {error && <span className={classes.wrong}>{error}</span>}
      </td>
      <td className={classes.type}>{t(`types.${field.type}`)}</td>
      <td>{fieldTypeOf[field.type].column && (field.required ? t('required') : t('optional'))}</td>
      <td>{fieldTypeOf[field.type].hasLength && field.length}</td>
      <td className={classes.pattern}>
        {hasCodes(field) ? field.options.map(({ code, label }) => label.trim() || code).join(', ') : field.pattern}
      </td>
      <td className={classes.actions} data-edit={name}>
        <IconButton label={t('editField', { name })} isDisabled={isFixed} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('copyField', { name })} isDisabled={isFixed} onClick={onCopy}>
          <IconCopy size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('deleteField', { name })} isDisabled={isFixed} onClick={onDelete}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}

/** What a field says besides its name: label, unit, range. */
function saidOf({ label, unit, minimum, maximum }: FieldDraft): string[] {
  const range = minimum || maximum ? rangeText(numberOr(minimum), numberOr(maximum)) : ''
  return [label, unit, range]
}

function numberOr(text: string): number | undefined {
  return text === '' ? undefined : Number(text.replace(',', '.'))
}
