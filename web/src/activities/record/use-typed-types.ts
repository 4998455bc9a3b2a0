import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnsavedRecords } from '../../records/use-record.ts'
import type { OfferedActivityType } from './activity-record.ts'

/**
 * The activities that are typed here and not saved, by key, each with the last known description of its type, because a
 * colleague may remove a type meanwhile. `known`: all types that the screen has read.
 */
export function useTypedTypes(
  subjectid: string,
  known: readonly OfferedActivityType[],
): (OfferedActivityType & { key: string })[] {
  const t = useTranslations('activities')
  const beginning = `activity/${subjectid}/`
  const [seen, setSeen] = useState<ReadonlyMap<string, OfferedActivityType>>(new Map())
  const news = known.filter((type) => {
    const before = seen.get(type.activitytypeid)
    return before?.description !== type.description || before.repeats !== type.repeats
  })
  if (news.length > 0) setSeen(new Map([...seen, ...news.map((type) => [type.activitytypeid, type] as const)]))
  return useUnsavedRecords(beginning).map((record) => {
    const key = record.slice(beginning.length)
    const { typeid } = occurrenceOfKey(key)
    const { description = t('removedType'), repeats = false } = seen.get(typeid) ?? {}
    return { key, activitytypeid: typeid, description, repeats }
  })
}
