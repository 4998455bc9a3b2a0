import type { DevicePosition } from '@casebook/domain/subjects/subjects.rules.ts'
import { positionOfPlace } from '@casebook/domain/subjects/worn-places.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** Where a device is worn, in words: the screen's for ARM and CHEST, the study's for all others. */
export function usePositionText(): (worn: { position: DevicePosition; place: string }) => string {
  const t = useTranslations('subject')
  return useCallback(({ position, place }) => (position === 'OTHER' ? place : t(position)), [t])
}

/** A place of a study in words. */
export function usePlaceText(): (place: string) => string {
  const positionText = usePositionText()
  return useCallback((place) => positionText({ position: positionOfPlace(place), place }), [positionText])
}
