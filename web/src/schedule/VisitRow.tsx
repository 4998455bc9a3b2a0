import { Checkbox, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../components/buttons/IconButton.tsx'
import type { Editor } from '../records/use-record.ts'
import classes from './ScheduleEditor.module.css'
import { type OfferedTypes, useVisitName } from './ScheduleTable.tsx'
import { fieldOf, keepingOrder, movingActivity, repeating, type TypedVisit } from './schedule-fields.ts'

/** A visit of the schedule as it is typed: name, day, window, whether it repeats, and the order of its activities. */
export function VisitRow({
  editor,
  visit,
  types,
  isFirst,
  isLast,
  repeatsError,
  onMove,
  onRemove,
}: {
  editor: Editor
  visit: TypedVisit
  types: OfferedTypes
  isFirst: boolean
  isLast: boolean
  /** Why it must go on repeating. */
  repeatsError: string | undefined
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const t = useTranslations('schedule')
  const name = useVisitName()(visit)
  const { key } = visit
  const input = (part: 'name' | 'day' | 'daysBefore' | 'daysAfter') => {
    const field = fieldOf(key, part)
    return {
      name: field,
      value: visit[part],
      error: editor.errorOf(field),
      autoComplete: 'off',
      onChange: (event: { currentTarget: { value: string } }) => editor.type({ [field]: event.currentTarget.value }),
      onBlur: () => editor.check(field),
    }
  }
  const isUnscheduled = visit.day.trim() === ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div role="group" aria-label={name} className={classes.visit} data-visit={key}>
      <TextInput {...input('name')} label={t('name')} className={classes.name} withAsterisk aria-required />
      <TextInput {...input('day')} label={t('dayField')} />
      <TextInput
        {...input('daysBefore')}
        label={t('daysBefore')}
        placeholder="0"
        inputMode="numeric"
        disabled={isUnscheduled && visit.daysBefore === ''}
      />
      <TextInput
        {...input('daysAfter')}
        label={t('daysAfter')}
        placeholder="0"
        inputMode="numeric"
        disabled={isUnscheduled && visit.daysAfter === ''}
      />
      <Checkbox
        className={classes.repeats}
        label={t('repeats')}
        checked={visit.repeats !== ''}
        error={repeatsError}
        onChange={(event) => editor.type(repeating(key, event.currentTarget.checked))}
      />
      <div className={classes.actions}>
        <span data-move={-1}>
          <IconButton label={t('earlier', { name })} isDisabled={isFirst} onClick={() => onMove(-1)}>
            <IconArrowUp size={18} aria-hidden />
          </IconButton>
        </span>
        <span data-move={1}>
          <IconButton label={t('later', { name })} isDisabled={isLast} onClick={() => onMove(1)}>
            <IconArrowDown size={18} aria-hidden />
          </IconButton>
        </span>
        <IconButton label={t('remove', { name })} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </div>
      {(visit.activitytypeids.length > 1 || visit.inOrder !== '') && (
        <ActivityOrder editor={editor} visit={visit} types={types} name={name} />
      )}
    </div>
  )
}

/** Whether the activities are done in their order, and if so, the order. */
function ActivityOrder({
  editor,
  visit,
  types,
  name,
}: {
  editor: Editor
  visit: TypedVisit
  types: OfferedTypes
  name: string
}) {
  const t = useTranslations('schedule')
  const { key, activitytypeids } = visit
  const nameOf = new Map(types.listActivityTypes.map((type) => [type.activitytypeid, type.description]))
  const shown = activitytypeids.filter((id) => nameOf.has(id))
  return (
    <div className={classes.order}>
      <Checkbox
        label={t('inOrder')}
        checked={visit.inOrder !== ''}
        onChange={(event) => editor.type(keepingOrder(key, event.currentTarget.checked))}
      />
      {visit.inOrder !== '' && (
        <ol aria-label={t('orderOf', { name })}>
          {shown.map((id, place) => {
            const activity = nameOf.get(id) ?? ''
            return (
              <li key={id}>
                <span>{activity}</span>
                <IconButton
                  label={t('activityEarlier', { activity, name })}
                  isDisabled={place === 0}
                  onClick={() => editor.type(movingActivity(visit, id, -1))}
                >
                  <IconArrowUp size={18} aria-hidden />
                </IconButton>
                <IconButton
                  label={t('activityLater', { activity, name })}
                  isDisabled={place === shown.length - 1}
                  onClick={() => editor.type(movingActivity(visit, id, 1))}
                >
                  <IconArrowDown size={18} aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}
