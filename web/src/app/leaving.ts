import { createContext, useContext } from 'react'

/** Whether the next screen is being loaded. */
export const LeavingContext = createContext(false)

export function useIsLeaving(): boolean {
  return useContext(LeavingContext)
}
