import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A link that names the record of an open row focuses its first input: call it above the rows and their panel. */
export function useNamedRow(): void {
  const { key, state } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that was followed
  useEffect(() => {
    const record: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'record') : undefined
    if (typeof record !== 'string') return
    document.querySelector<HTMLElement>(`tr[data-record="${CSS.escape(record)}"] :is(select, input)`)?.focus()
  }, [key])
}
