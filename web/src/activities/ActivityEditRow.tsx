// biome-ignore-all lint/a11y/noRedundantRoles: where the rows take another display, tables lose their meaning; the roles keep it
import { ActionIcon, NativeSelect, Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnsavedPart } from '../components/unsaved-parts.tsx'
import type { RowContext } from './ActivityRow.tsx'
import { ActivityRowNotices } from './ActivityRowNotices.tsx'
import classes from './ActivityRows.module.css'
import { ActivityTimeInput } from './ActivityTimeInput.tsx'
import type { useActivityDraft } from './use-activity-draft.ts'

/** Modes edit (all but the type) and new (all). Tab runs through the row, Enter confirms, Escape leaves. */
export function ActivityEditRow({
  name,
  isNew,
  context: { zone, unused },
  form,
  filesButton,
  onSaved,
  onClose,
}: {
  /** The activity type's description; '' where it is yet to be chosen. */
  name: string
  isNew: boolean
  context: RowContext
  form: ReturnType<typeof useActivityDraft>
  filesButton: ReactNode
  onSaved: () => void
  onClose: () => void
}) {
  const t = useTranslations('activities')
  const { typed, judged, draft, isValid, isBusy, errorOf } = form
  const row = useRef<HTMLTableRowElement>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const rowName = name || t('newActivity')
  useUnsavedPart(`activity/${rowName}`, draft.isChanged, form.discard)

  useEffect(() => {
    row.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [])

  async function confirm(version = typed.version) {
    form.leaveAll()
    if (!isValid) return
    if (!(await form.submit(version))) return
    form.discard()
    onSaved()
  }

  function leave() {
    if (draft.isChanged && !isLeaving) setIsLeaving(true)
    else if (!draft.isChanged) onClose()
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
      <tr ref={row} role="row" className={classes.row} data-editing onKeyDown={onKeyDown}>
        <td role="cell" className={classes.type}>
          {isNew ? (
            <NativeSelect
              aria-label={t('type')}
              name="activitytypeid"
              value={typed.activitytypeid}
              error={errorOf('activitytypeid')}
              onChange={(event) => form.type({ activitytypeid: event.currentTarget.value }, 'activitytypeid')}
            >
              <option value="" disabled>
                {t('selectActivity')}
              </option>
              {unused.map(({ activitytypeid, description }) => (
                <option key={activitytypeid} value={activitytypeid}>
                  {description}
                </option>
              ))}
            </NativeSelect>
          ) : (
            <span className={classes.fixed}>{name}</span>
          )}
        </td>
        <td role="cell" data-label={t('start')}>
          <ActivityTimeInput
            label={t('start')}
            name="startTime"
            typed={typed.start}
            read={judged.start}
            zone={zone}
            error={errorOf('startTime')}
            onType={(start) => form.type({ start }, 'startTime')}
            onLeave={() => form.leave('startTime')}
          />
        </td>
        <td role="cell" data-label={t('stop')}>
          <ActivityTimeInput
            label={t('stop')}
            name="stopTime"
            typed={typed.stop}
            read={judged.stop}
            zone={zone}
            error={errorOf('stopTime')}
            onType={(stop) => form.type({ stop }, 'stopTime')}
            onLeave={() => form.leave('stopTime')}
          />
        </td>
        <td role="cell" data-label={t('comment')} className={classes.comment}>
          {/* A comment may have lines: Shift and Enter begin one. */}
          <Textarea
            aria-label={t('comment')}
            name="comment"
            rows={1}
            classNames={{ input: classes.lines }}
            autoComplete="off"
            value={typed.comment}
            error={errorOf('comment')}
            onChange={(event) => form.type({ comment: event.currentTarget.value }, 'comment')}
            onBlur={() => form.leave('comment')}
          />
        </td>
        <td role="cell" data-label={t('referenceData')} data-empty={isNew || undefined}>
          {filesButton}
        </td>
        <td role="cell" data-actions>
          <ActionIcon
            variant="filled"
            size="lg"
            className={classes.confirm}
            disabled={!isValid || isBusy}
            aria-label={t(isNew ? 'confirmNew' : 'confirmEdit', { name: rowName })}
            title={t(isNew ? 'confirmNew' : 'confirmEdit', { name: rowName })}
            onClick={() => void confirm()}
          >
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('cancelNamed', { name: rowName })}
            title={t('cancelNamed', { name: rowName })}
            onClick={leave}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </td>
      </tr>
      <ActivityRowNotices
        form={form}
        isLeaving={isLeaving && draft.isChanged}
        onStay={() => {
          setIsLeaving(false)
          row.current?.querySelector<HTMLElement>('input')?.focus()
        }}
        onLeave={() => {
          form.discard()
          onClose()
        }}
        onSaveMine={(version) => void confirm(version)}
      />
    </>
  )
}
