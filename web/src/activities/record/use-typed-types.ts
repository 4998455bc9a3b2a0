import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnsavedRecords } from '../../records/use-record.ts'
import type { OfferedActivityType } from './activity-record.ts'

/**
 * The types of the activities that are typed here and not saved, each with its last known description, because a
 * colleague may remove a type meanwhile. `known`: all types that the screen has read.
 */
export function useTypedTypes(subjectid: string, known: readonly OfferedActivityType[]): OfferedActivityType[] {
  const t = useTranslations('activities')
  const beginning = `activity/${subjectid}/`
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const news = known.filter(({ activitytypeid, description }) => seen.get(activitytypeid) !== description)
  if (news.length > 0)
    setSeen(new Map([...seen, ...news.map((type) => [type.activitytypeid, type.description] as const)]))
  return useUnsavedRecords(beginning).map((record) => {
    const activitytypeid = record.slice(beginning.length)
    return { activitytypeid, description: seen.get(activitytypeid) ?? t('removedType') }
  })
}
