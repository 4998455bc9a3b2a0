import { useEffect, useState } from 'react'
import { reportError } from '../calls/errors.ts'

export type FormPages = typeof import('./FormPage.tsx')

/**
 * The code for editing forms is large, because of the pattern matcher. It is loaded after the record, so that a form
 * opens at once, even if the network has failed meanwhile.
 */
export function useFormPages(): FormPages | undefined {
  const [pages, setPages] = useState<FormPages>()
  useEffect(() => {
    import('./FormPage.tsx').then(setPages, reportError)
  }, [])
  return pages
}
