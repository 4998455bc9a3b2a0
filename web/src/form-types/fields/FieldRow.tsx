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
  error,
  onEdit,
  onCopy,
  onDelete,
}: {
  field: FieldDraft
  /** Another row is being edited, or the study accepts no changes. */
  isFixed: boolean
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
        {saidOf(field) !== '' && <span className={classes.said}>{saidOf(field)}</span>}
        {error && <span className={classes.wrong}>{error}</span>}
      </td>
      <td className={classes.type}>{t(`types.${field.type}`)}</td>
      <td>{field.required ? t('required') : t('optional')}</td>
      <td>{fieldTypeOf[field.type].hasLength && field.length}</td>
      <td className={classes.pattern}>
        {hasCodes(field) ? field.options.map(({ code }) => code).join('|') : field.pattern}
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

/** What a field says besides its name, on one line: label, unit, range, expressions. */
function saidOf({ label, unit, minimum, maximum, showIf, calculation }: FieldDraft): string {
  const range = minimum || maximum ? rangeText(numberOr(minimum), numberOr(maximum)) : ''
  const expressions = [showIf && `? ${showIf}`, calculation && `= ${calculation}`]
  return [label, unit, range, ...expressions].filter(Boolean).join(' · ')
}

function numberOr(text: string): number | undefined {
  return text === '' ? undefined : Number(text.replace(',', '.'))
}
