import { type QualityLimits, usualLimits } from '@casebook/domain/studies/quality-limits.ts'
import { createContext, useContext } from 'react'

/** The limits of the study on whose screens a file is shown. */
export const QualityLimitsOfStudy = createContext<QualityLimits>(usualLimits)

export function useQualityLimits(): QualityLimits {
  return useContext(QualityLimitsOfStudy)
}
