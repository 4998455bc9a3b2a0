import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { Button, Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '../components/buttons/TextButton.tsx'
import { FormActions } from '../components/form/FormActions.tsx'
import { useFocusNext } from '../components/form/use-focus-next.ts'
import { useFailureText } from '../locale/failure-text.ts'
import { RecordGuard, RecordNotices } from '../records/RecordNotices.tsx'
import { useEditor } from '../records/use-record.ts'
import { ScheduleReview } from './review/ScheduleReview.tsx'
import { useScheduleReview } from './review/use-schedule-review.ts'
import classes from './ScheduleEditor.module.css'
import { type OfferedTypes, ScheduleTable, useVisitName } from './ScheduleTable.tsx'
import {
  adding,
  fieldOf,
  marking,
  markOf,
  moving,
  partOf,
  planOf,
  removedVisits,
  removing,
  type TypedVisit,
  visitsOfFields,
  whyNotField,
  whyNotSchedule,
} from './schedule-fields.ts'
import { scheduleRecord } from './schedule-record.ts'
import { VisitRow } from './VisitRow.tsx'

/** The fields, and the refusals that name a visit: they stand beside it. */
function namesOf(visits: readonly TypedVisit[]): string[] {
  const parts = ['name', 'day', 'daysBefore', 'daysAfter'] as const
  return ['visit.used', 'visit.occurred', ...visits.flatMap(({ key }) => parts.map((part) => fieldOf(key, part)))]
}

/** The visits of a study, row by row, and below them the table in which types are given to visits. */
export function ScheduleEditor({
  studyid,
  typed,
  types,
  isFocused,
  onClose,
}: {
  studyid: string
  typed: readonly TypedVisit[]
  types: OfferedTypes
  /** A person has just opened it. */
  isFocused: boolean
  onClose: () => void
}) {
  const t = useTranslations('schedule')
  const nameOf = useVisitName()
  const textOf = useFailureText()
  const form = useRef<HTMLFormElement>(null)
  const focusNext = useFocusNext(form)
  const editor = useEditor(scheduleRecord(studyid), { names: namesOf(typed), why: whyNotField })
  const { fields, entry } = editor
  const { fields: base } = entry.base
  const visits = visitsOfFields(fields)
  const removed = removedVisits(base, fields)
  const offered = new Set([
    ...types.listFormTypes.map(({ formtypeid }) => formtypeid),
    ...types.listActivityTypes.map(({ activitytypeid }) => activitytypeid),
  ])
  const { visits: given } = planOf(base, fields, (id) => offered.has(id))
  const review = useScheduleReview(
    { studyid, visits: given },
    {
      isRight: whyNotSchedule(fields) === undefined,
      async save() {
        const saved = await editor.save()
        if (saved?.isShown) onClose()
      },
    },
  )
  const isBusy = editor.isBusy || review.isReading
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it opens
  useEffect(() => {
    if (isFocused) form.current?.querySelector<HTMLElement>('[data-visit] input, [data-add]')?.focus()
  }, [])

  /** What the server says of a visit by its name. */
  function refusalOf(reason: string, key: string): string | undefined {
    const name = fieldValue(base, fieldOf(key, 'name'))
    const failure = entry.refusals.find((each) => each.reason === reason && each.params.name === name)
    return failure && textOf(failure)
  }

  function labelOf(field: string): string {
    const { key, part, typeid } = partOf(field)
    const of = (from: typeof fields) => fieldValue(from, fieldOf(key, 'name'))
    const name = nameOf({ name: of(base) || of(fields) })
    if (part === 'version') return t('inSchedule', { name })
    const shown = { name: t('name'), day: t('dayField'), daysBefore: t('daysBefore'), daysAfter: t('daysAfter') }
    const type =
      types.listFormTypes.find(({ formtypeid }) => formtypeid === typeid)?.identifier ??
      types.listActivityTypes.find(({ activitytypeid }) => activitytypeid === typeid)?.description
    const other = type ?? t(part === 'inOrder' ? 'inOrder' : 'repeats')
    return t('of', { name, part: part in shown ? shown[part as keyof typeof shown] : other })
  }

  function textOfValue(field: string, value: string): string {
    const { part, typeid } = partOf(field)
    if (typeid !== undefined) return t(`marks.${markOf(value)}`)
    return part === 'version' ? t(value === '' ? 'gone' : 'kept') : value
  }

  function add() {
    const { key, change } = adding(fields)
    focusNext(`[data-visit="${key}"] input`)
    editor.type(change)
  }

  function remove(key: string) {
    const place = visits.findIndex((visit) => visit.key === key)
    const next = visits[place + 1] ?? visits[place - 1]
    focusNext(
      ...(key.startsWith('+') ? [] : [`[data-removed="${key}"] button`]),
      `[data-visit="${next?.key}"] input`,
      '[data-add]',
    )
    editor.type(removing(fields, key))
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void review.submit()
      }}
    >
      <RecordGuard lane={editor.record} />
      <RecordNotices copy={editor} label={labelOf} text={textOfValue} />
      {/* What is on its way can't be typed over. */}
      <fieldset className={classes.parts} disabled={isBusy}>
        <section aria-label={t('visits')} className={classes.visits}>
          <p className={classes.hint}>{t('dayHint')}</p>
          {visits.map((visit, place) => (
            <VisitRow
              key={visit.key}
              editor={editor}
              visit={visit}
              isFirst={place === 0}
              isLast={place === visits.length - 1}
              types={types}
              repeatsError={refusalOf('visit.occurred', visit.key)}
              onMove={(by) => {
                // The focus follows the visit.
                const buttons = `[data-visit="${visit.key}"] [data-move`
                focusNext(`${buttons}="${by}"] button`, `${buttons}="${-by}"] button`)
                editor.type(moving(fields, visit.key, by))
              }}
              onRemove={() => remove(visit.key)}
            />
          ))}
          {removed.map(({ key, name }) => (
            <div
              key={key}
              className={classes.removed}
              data-removed={key}
              data-refused={refusalOf('visit.used', key) ? true : undefined}
            >
              <span>{refusalOf('visit.used', key) ?? t('removed', { name })}</span>
              <TextButton
                label={t('keepOf', { name })}
                onClick={() => {
                  focusNext(`[data-visit="${key}"] input`)
                  editor.type({ [fieldOf(key, 'version')]: fieldValue(base, fieldOf(key, 'version')) })
                }}
              >
                {t('keep')}
              </TextButton>
            </div>
          ))}
          <Button size="xs" variant="default" data-add leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t('add')}
          </Button>
        </section>
        {visits.length > 0 && (
          <ScheduleTable
            label={t('belonging')}
            visits={visits}
            types={types}
            cell={(visit, of, { id, name }) => (
              <span className={classes.cell}>
                <Checkbox
                  aria-label={t('of', { name: nameOf(visit), part: name })}
                  checked={visit[of].includes(id)}
                  onChange={(event) =>
                    editor.type(marking(visit.key, of, id, event.currentTarget.checked ? 'asked' : 'none'))
                  }
                />
                {visit[of].includes(id) && (
                  <Checkbox
                    size="xs"
                    label={t('optional')}
                    aria-label={t('optionalOf', { name: nameOf(visit), part: name })}
                    checked={visit.optionaltypeids.includes(id)}
                    onChange={(event) =>
                      editor.type(marking(visit.key, of, id, event.currentTarget.checked ? 'optional' : 'asked'))
                    }
                  />
                )}
              </span>
            )}
          />
        )}
      </fieldset>
      {review.findings ? (
        <ScheduleReview
          studyid={studyid}
          findings={review.findings}
          isBusy={isBusy}
          onSave={() => void review.save()}
          onBack={() => {
            review.back()
            focusNext('[data-visit] input')
          }}
        />
      ) : (
        <FormActions
          isSticky
          save={t('save')}
          busyLabel={t('saving')}
          submission={editor}
          isChanged={editor.isChanged}
          onCancel={() => {
            editor.discard()
            onClose()
          }}
        />
      )}
    </form>
  )
}
