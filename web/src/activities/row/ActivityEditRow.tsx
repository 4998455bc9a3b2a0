// biome-ignore-all lint/a11y/noRedundantRoles: rows with another display lose their table semantics without the roles
import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusFirstConcerned } from '../../components/form/FormActions.tsx'
import { useOpenEditor } from '../../records/use-record.ts'
import { commentLines } from '../record/comment-lines.ts'
import { ActivityRowActions } from './ActivityRowActions.tsx'
import { ActivityRowNotices } from './ActivityRowNotices.tsx'
import { ActivityTimeInput } from './ActivityTimeInput.tsx'
import lines from './looks/ActivityLines.module.css'
import classes from './looks/ActivityRows.module.css'
import type { RowContext } from './row-context.ts'
import type { ActivityEditor } from './use-activity-editor.ts'

/**
 * Modes edit and record (everything except the type) and new (everything). Tab moves through the row, Enter confirms,
 * Escape cancels.
 */
export function ActivityEditRow({
  name,
  isNext = false,
  canSelect = false,
  visitChoice,
  context: { zone, unused, activities },
  editor,
  filesButton,
  onSaved,
  onClose,
}: {
  /** '' until a type is selected. */
  name: string
  /** The next one of a type of which the subject has one: its type is fixed. */
  isNext?: boolean
  /** A row without a name may still select its type. */
  canSelect?: boolean
  /** Where the visit of a new activity is selected. */
  visitChoice?: ReactNode
  context: RowContext
  editor: ActivityEditor
  filesButton: ReactNode
  onSaved: () => void
  onClose: () => void
}) {
  const t = useTranslations('activities')
  const { typed, validated, isBusy, errorOf, activity } = editor
  const row = useRef<HTMLTableRowElement>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const [refusals, setRefusals] = useState(0)
  // A placeholder's type may still be changed to another unused type.
  const isOfType = (one: { activitytypeid: string }) => one.activitytypeid === typed.activitytypeid
  const taken = [
    ...(activity ? [activity] : []),
    ...activities.filter(({ activitytype }) => !activitytype.repeats),
  ].find(isOfType)
  const selects = name === '' || (!isNext && !taken)
  // A colleague may remove the type of an activity that is not saved.
  const isTypeRemoved = !taken && typed.activitytypeid !== '' && !unused.some(isOfType)
  const removed = { activitytypeid: typed.activitytypeid, description: name || t('removedType') }
  const mine = taken ? taken.activitytype : isTypeRemoved ? removed : undefined
  const offered = mine && !unused.some(isOfType) ? [...unused, mine] : unused
  const why = isTypeRemoved ? problem('activity-type.missing', { field: 'activitytypeid' }) : editor.whyNot
  const isFirst = editor.entry.base.version === null
  const rowName = name || t('newActivity')
  useOpenEditor(editor.record)

  useEffect(() => {
    row.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [])

  // Drawn with the errors.
  useEffect(() => {
    if (refusals > 0) focusFirstConcerned(row.current)
  }, [refusals])

  async function confirm() {
    editor.checkAll()
    const saved = why ? undefined : await editor.save()
    if (saved) {
      if (saved.isShown) onSaved()
      return
    }
    setRefusals((before) => before + 1)
  }

  function leave() {
    if (editor.isChanged && !isLeaving) setIsLeaving(true)
    else if (!editor.isChanged) {
      editor.discard()
      onClose()
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const isInput = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (event.key === 'Enter' && isInput && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void confirm()
    }
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault()
      leave()
    }
  }

  return (
    <>
      <tr
        ref={row}
        role="row"
        className={`${classes.row} ${lines.row}`}
        data-editing
        data-record={editor.record}
        onKeyDown={onKeyDown}
      >
        <td role="cell" className={classes.type}>
          {selects ? (
            <NativeSelect
              aria-label={t('type')}
              name="activitytypeid"
              value={typed.activitytypeid}
              disabled={name === '' && !canSelect}
              error={errorOf('activitytypeid')}
              onChange={(event) => editor.typeIn({ activitytypeid: event.currentTarget.value })}
            >
              <option value="" disabled>
                {t('selectActivity')}
              </option>
              {offered.map(({ activitytypeid, description }) => (
                <option key={activitytypeid} value={activitytypeid}>
                  {description}
                </option>
              ))}
            </NativeSelect>
          ) : (
            <span className={classes.fixed}>{name}</span>
          )}
          {(activity?.activitytype ?? unused.find(isOfType))?.repeats && (
            <TextInput
              aria-label={t('label')}
              placeholder={t('label')}
              name="label"
              mt={4}
              autoComplete="off"
              value={fieldValue(editor.fields, 'label')}
              error={errorOf('label')}
              onChange={(event) => editor.type({ label: event.currentTarget.value })}
              onBlur={() => editor.check('label')}
            />
          )}
          {visitChoice}
        </td>
        <td role="cell" data-label={t('start')}>
          <ActivityTimeInput
            label={t('start')}
            name="startTime"
            typed={typed.start}
            read={validated.start}
            zone={zone}
            error={errorOf('startTime')}
            onType={(start) => editor.typeIn({ start })}
            onLeave={() => editor.check('startTime')}
          />
        </td>
        <td role="cell" data-label={t('stop')}>
          <ActivityTimeInput
            label={t('stop')}
            name="stopTime"
            typed={typed.stop}
            read={validated.stop}
            zone={zone}
            error={errorOf('stopTime')}
            onType={(stop) => editor.typeIn({ stop })}
            onLeave={() => editor.check('stopTime')}
          />
        </td>
        <td role="cell" data-label={t('comment')} data-comment className={classes.comment}>
          {/* A comment may have several lines: Shift+Enter starts one. */}
          <Textarea
            aria-label={t('comment')}
            name="comment"
            rows={commentLines(typed.comment)}
            classNames={{ input: classes.lines }}
            autoComplete="off"
            value={typed.comment}
            error={errorOf('comment')}
            onChange={(event) => editor.typeIn({ comment: event.currentTarget.value })}
            onBlur={() => editor.check('comment')}
          />
        </td>
        <td role="cell" data-label={t('referenceData')} data-empty={isFirst || undefined}>
          {filesButton}
        </td>
        <td role="cell" data-actions>
          <ActivityRowActions
            name={rowName}
            isFirst={isFirst}
            why={why}
            isMarked={errorOf(why?.field ?? '') !== undefined}
            isBusy={isBusy}
            onSave={() => void confirm()}
            onCancel={leave}
          />
        </td>
      </tr>
      <ActivityRowNotices
        editor={editor}
        isTypeRemoved={isTypeRemoved}
        isLeaving={isLeaving && editor.isChanged}
        onStay={() => {
          setIsLeaving(false)
          row.current?.querySelector<HTMLElement>('input')?.focus()
        }}
        onLeave={() => {
          editor.discard()
          onClose()
        }}
        onPutBack={() => void confirm()}
      />
    </>
  )
}
