import { isWornWithin } from '@casebook/domain/subjects/worn-times.ts'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { SubjectWornDocument, type SubjectWornQuery } from '../../generated/graphql.ts'
import { usePositionText } from '../record/position-text.ts'

export type WornTwice = SubjectWornQuery['listWornTwice'][number]

/** What the subject ever wore: in words for a span of time in epoch seconds, and which of it others wore meanwhile. */
export function useWorn(subjectid: string) {
  const t = useTranslations('subject')
  const format = useFormatter()
  const positionText = usePositionText()
  const { data } = useRead(SubjectWornDocument, { subjectid })
  return useMemo(() => {
    const worn = data?.listWorn ?? []
    return {
      twice: data?.listWornTwice ?? [],
      wornIn({ startTime, stopTime }: { startTime: number; stopTime: number }): string | undefined {
        const then = worn.filter((each) => isWornWithin(each, startTime, stopTime))
        if (then.length === 0) return undefined
        const names = new Set(then.map((each) => `${each.deviceid} (${positionText(each)})`))
        return t('wornIn', { devices: format.list([...names]) })
      },
    }
  }, [data, t, format, positionText])
}
