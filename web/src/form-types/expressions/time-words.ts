import { useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import type { TimeWords } from './day-text.ts'

/** The words for days and moments on this screen. */
export function useTimeWords(): TimeWords {
  const t = useTranslations('formTypes')
  return { today: t('today'), now: t('now'), zone: studyZone() }
}
