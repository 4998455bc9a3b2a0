import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { unitText } from './unit-text.ts'

/** Units that are words. */
const words = { counts: 'counts', count: 'counts', steps: 'steps', beats: 'beats', bpm: 'bpm' } as const

function isWord(unit: string): unit is keyof typeof words {
  return Object.hasOwn(words, unit)
}

/** A unit in the reader's language. */
export function useUnitText(): (unit: string) => string {
  const t = useTranslations('recordings')
  return useCallback((unit) => (isWord(unit) ? t(`measures.units.${words[unit]}`) : unitText(unit)), [t])
}
