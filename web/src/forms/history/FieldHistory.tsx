import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { readOnce, useRead } from '../../calls/graphql.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { FormHistoryDocument } from '../../generated/graphql.ts'
import { HistoryDialog } from '../../history/HistoryDialog.tsx'
import { HistoryItem, HistoryList, historyPage } from '../../history/HistoryList.tsx'
import type { HistoryEntry } from '../../history/history-changes.ts'
import { useValueText } from '../values/value-text.ts'
import { changesOfField } from './changes-of-field.ts'

/** The changes of one field of a form: who answered what and when, and what was there before, newest first. */
export function FieldHistory({
  subject: { studyid, subjectid },
  place,
  field,
  onClose,
}: {
  subject: { studyid: string; subjectid: string }
  /** The key of the form (keyOfOccurrence). */
  place: string
  field: FormTypeField
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
      />
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
