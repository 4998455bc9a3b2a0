import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { labelOf, spoken } from '@casebook/domain/form-types/field-properties.ts'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { useValueText } from '../../forms/values/value-text.ts'
import type { FormerTypesQuery } from '../../generated/graphql.ts'
import { type HistoryChange, type HistoryEntry, occurrenceOf, rowOf } from '../../history/history-changes.ts'
import { useLocaleChoice } from '../../locale/locale.tsx'
import { useOccurrenceText, VisitNames } from '../../locale/occurrence-text.ts'
import { fileStatusTexts, isFileStatus } from '../../reference-data/file/file-status.ts'
import { useStatusText } from '../../studies/study/StatusBadge.tsx'
import { useByteText } from '../../texts/byte-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { wornTimeText } from '../record/worn-time-text.ts'

const kinds = [
  'subject',
  'subject_device',
  'form',
  'activity',
  'running_activity',
  'reference_data',
  'subject_visit',
] as const
const labels = [
  'studyid',
  'identifier',
  'status',
  'snapshot_sha256',
  'deviceid',
  'position',
  'body_place',
  'from_time',
  'to_time',
  'visitid',
  'start_time',
  'stop_time',
  'comment',
  'label',
  'filename',
  'size',
  'zone',
  'clock_correction',
  'date',
  'state',
  'reason',
  'outside_reason',
  'order_reason',
] as const

/** The studies of the site, and the types of one in which the subject was before. */
type Elsewhere = { studies: readonly { studyid: string; name: string }[] } & Partial<FormerTypesQuery>

/** History entries as text: the record, and every value as the screens show it, with times in the study's zone. */
export function useHistoryText(subject: SubjectRecord, offers: SubjectOffers, zone: string, elsewhere: Elsewhere) {
  const t = useTranslations('subject')
  const ofHistory = useTranslations('history')
  const fileStatus = useTranslations('referenceData')
  const valueText = useValueText()
  const bytes = useByteText()
  const statusText = useStatusText()
  const occurrenceText = useOccurrenceText()
  const visitText = useContext(VisitNames)
  const dayAt = (seconds: number) => formatActivityTime(seconds, zone).slice(0, 10)
  const { locale } = useLocaleChoice()
  const { studies, listFormTypes = [], listActivityTypes = [] } = elsewhere
  const formtypes = [...offers.listFormTypes, ...subject.forms.map(({ formtype }) => formtype), ...listFormTypes]
  const activitytypes = [
    ...offers.listActivityTypes,
    ...[...subject.activities, ...offers.listRunningActivities].map(({ activitytype }) => activitytype),
    ...listActivityTypes,
  ]

  function nameOf(entry: HistoryEntry): string {
    const { kind, id, before, after } = entry
    const row = { ...rowOf(before), ...rowOf(after) }
    const { visitid, occurrence } = occurrenceOf(entry)
    const label = typeof row.label === 'string' ? row.label : undefined
    switch (kind) {
      case 'form': {
        const type = formtypes.find(({ formtypeid }) => formtypeid === id)
        return occurrenceText({
          name: type?.identifier ?? '',
          repeats: type?.repeats ?? false,
          visitid,
          occurrence,
          label,
        })
      }
      case 'activity':
      case 'running_activity': {
        const type = activitytypes.find(({ activitytypeid }) => activitytypeid === id)
        const day = typeof row.start_time === 'number' ? dayAt(row.start_time) : undefined
        return occurrenceText({
          name: type?.description ?? '',
          repeats: type?.repeats ?? false,
          visitid,
          occurrence,
          label,
          day,
        })
      }
      case 'subject_visit':
        return visitText(id, Number(row.occurrence ?? 1))?.name ?? ''
      case 'reference_data':
        return String(row.filename ?? '')
      case 'subject_device':
        return String(row.deviceid ?? '')
      default:
        return ''
    }
  }

  function fieldOf(formtypeid: string, name: string) {
    const type = formtypes.find((each) => each.formtypeid === formtypeid)
    const field = type?.fields.find((each) => each.name === name)
    return field && spoken(field, locale)
  }

  function value(
    { kind, id }: HistoryEntry,
    { label, isReason, isVersion, isLabel }: HistoryChange,
    text: string | undefined,
  ): string {
    if (text === undefined) return ofHistory('nothing')
    if (kind === 'form') return isReason || isVersion || isLabel ? text : valueText(fieldOf(id, label), text)
    if (label === 'start_time' || label === 'stop_time') return formatActivityTime(Number(text), zone)
    if (label === 'from_time' || label === 'to_time') return wornTimeText(text, zone)
    if (label === 'visitid') return offers.listVisits.find(({ visitid }) => visitid === text)?.name ?? text
    if (label === 'studyid') return studies.find(({ studyid }) => studyid === text)?.name ?? text
    if (label === 'size') return bytes(Number(text))
    if (label === 'status' && kind === 'subject') return statusText(text)
    if (label === 'status' && kind === 'reference_data' && isFileStatus(text)) return fileStatus(fileStatusTexts[text])
    if (label === 'position') return text === 'ARM' || text === 'CHEST' || text === 'OTHER' ? t(text) : text
    return text
  }

  return {
    what(entry: HistoryEntry): string {
      const kind = kinds.find((known) => known === entry.kind)
      const name = nameOf(entry)
      return [kind ? t(`kinds.${kind}`) : entry.kind, name].filter(Boolean).join(' ')
    },
    label({ kind, id }: HistoryEntry, change: HistoryChange): string {
      if (kind === 'form') {
        if (change.isVersion) return t('judgedBy')
        if (change.isLabel) return t('labels.label')
        const name = labelOf(fieldOf(id, change.label) ?? { name: change.label })
        return change.isReason ? t('whyRight', { name }) : name
      }
      const known = labels.find((label) => label === change.label)
      return known ? t(`labels.${known}`) : change.label
    },
    value,
  }
}
