import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { Button } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { FormHistoryDocument } from '../../generated/graphql.ts'
import { HistoryDialog } from '../../history/HistoryDialog.tsx'
import { HistoryItem, HistoryList, historyPage } from '../../history/HistoryList.tsx'
import type { HistoryEntry } from '../../history/history-changes.ts'
import { useValueText } from '../values/value-text.ts'
import { asItWas, changesOfField } from './changes-of-field.ts'
import classes from './FieldHistory.module.css'

/** The changes of one field of a form: who answered what and when, and what was there before, newest first. */
export function FieldHistory({
  subject: { studyid, subjectid },
  place,
  field,
  fields,
  onBring,
  onClose,
}: {
  subject: { studyid: string; subjectid: string }
  /** The key of the form (keyOfOccurrence). */
  place: string
  field: FormTypeField
  /** All fields of the form. */
  fields: readonly FormTypeField[]
  /** Types values into the form; undefined where nothing can be typed. */
  onBring: ((values: Fields) => void) | undefined
  onClose: () => void
}) {
  const t = useTranslations('forms.fieldHistory')
  const ofHistory = useTranslations('history')
  const textOf = useValueText()
  const zone = studyZone()
  const form = { studyid, subjectid, formtypeid: occurrenceOfKey(place).typeid, limit: historyPage }
  const { data, isReading } = useRead(FormHistoryDocument, form)

  function items(entries: readonly HistoryEntry[]) {
    const changes = changesOfField(entries, place, field.name)
    if (changes.length === 0) return entries.length > 0 && <li>{t('none')}</li>
    return changes.map(({ entry, what, value, reason }) => (
      <HistoryItem
        key={entry.historyid}
        entry={entry}
        what={t(what)}
        zone={zone}
        changes={[
          ...(value
            ? [
                {
                  key: 'answer',
                  label: t('answer'),
                  before: value.before && textOf(field, value.before),
                  after: value.after === undefined ? ofHistory('nothing') : textOf(field, value.after),
                },
              ]
            : []),
          ...(reason
            ? [{ key: 'why', label: t('why'), before: reason.before, after: reason.after ?? ofHistory('nothing') }]
            : []),
        ]}
      >
        {onBring && <AsItWas values={asItWas(fields, entry)} fields={fields} onBring={onBring} />}
      </HistoryItem>
    ))
  }

  return (
    <HistoryDialog heading={t('of', { name: labelOf(field) })} closeLabel={ofHistory('close')} onClose={onClose}>
      <ReadingBar isReading={isReading} />
      <HistoryList
        newest={data?.listHistory}
        readBefore={async (before) => (await readOnce(FormHistoryDocument, { ...form, before })).listHistory}
        zone={zone}
      >
        {items}
      </HistoryList>
    </HistoryDialog>
  )
}

/** Types what an entry changed as it was before, also what was left out together with it. Nothing is saved yet. */
function AsItWas({
  values,
  fields,
  onBring,
}: {
  values: Fields
  fields: readonly FormTypeField[]
  onBring: (values: Fields) => void
}) {
  const t = useTranslations('forms.fieldHistory')
  const format = useFormatter()
  const names = fields.filter(({ name }) => Object.hasOwn(values, name)).map(labelOf)
  if (names.length === 0) return null
  return (
    <Button
      variant="default"
      size="xs"
      mt={8}
      h="auto"
      mih={32}
      py={4}
      title={format.list(names)}
      onClick={({ currentTarget }) => {
        // Closed by itself, the dialog gives the focus back to the answer.
        currentTarget.closest('dialog')?.close()
        onBring(values)
      }}
      classNames={{ label: classes.whole }}
    >
      {names.length > 3 ? t('manyAsTheyWere', { count: names.length }) : t('asItWas', { names: format.list(names) })}
    </Button>
  )
}
