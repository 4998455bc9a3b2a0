import { createContext, useContext } from 'react'
import type { Messages } from 'use-intl'
import { useUser } from './session.tsx'

/** A part of a study: a tab of its page, and a place of the jump field. The list is in `app/screens.tsx`. */
export type StudyPart = {
  /** Its address below the study's, and the key of its name in the texts of the study. */
  path: keyof Messages['study']['tabs']
  /** The groups that see it; if omitted, everybody. This only hides it; the server decides what may be called. */
  shownTo?: readonly string[]
}

export const StudyPartsContext = createContext<readonly StudyPart[]>([])

/** The parts of a study that this person may open, in the order of the tabs. */
export function useStudyParts(): readonly StudyPart[] {
  const { groups } = useUser()
  return useContext(StudyPartsContext).filter(
    ({ shownTo }) => shownTo === undefined || shownTo.some((group) => groups.includes(group)),
  )
}
