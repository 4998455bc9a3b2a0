import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { useEffect, useRef } from 'react'

/** The fields that appeared with the last change, for those who do not see them appear. */
export function useAppeared(shown: readonly FormTypeField[]): readonly FormTypeField[] {
  const before = useRef<ReadonlySet<string>>(undefined)
  const said = useRef<readonly FormTypeField[]>([])
  const known = before.current
  const fresh = known ? shown.filter(({ name }) => !known.has(name)) : []
  const isChanged = known === undefined || fresh.length > 0 || known.size !== shown.length
  useEffect(() => {
    before.current = new Set(shown.map(({ name }) => name))
    if (isChanged) said.current = fresh
  })
  return isChanged ? fresh : said.current
}
