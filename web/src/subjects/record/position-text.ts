import type { DevicePosition } from '@casebook/domain/subjects/subjects.rules.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** A device's position in words. */
export function usePositionText(): (position: DevicePosition) => string {
  const t = useTranslations('subject')
  return useCallback((position) => t(position), [t])
}
