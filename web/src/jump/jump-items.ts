import { caseKey } from '@casebook/domain/shared/names/names.ts'

/** One result of the jump field. */
export type JumpItem = {
  id: string
  kind: 'subject' | 'study' | 'site' | 'device' | 'screen' | 'action'
  name: string
  /** Its location, such as a subject's study. */
  aside?: string | undefined
  go: () => void
}

const mostShown = 12

/**
 * The items that contain every typed word: names that begin with the text first, then in the given order. For repeated
 * ids, the first one counts.
 */
export function findItems(items: readonly JumpItem[], text: string): JumpItem[] {
  const words = caseKey(text).split(' ').filter(Boolean)
  const known = new Set<string>()
  const found = items.filter(({ id, name, aside = '' }) => {
    const all = caseKey(`${name} ${aside}`)
    if (known.has(id) || !words.every((word) => all.includes(word))) return false
    known.add(id)
    return true
  })
  const start = words.join(' ')
  const first = found.filter(({ name }) => caseKey(name).startsWith(start))
  return [...first, ...found.filter((item) => !first.includes(item))].slice(0, mostShown)
}

/** The place of what an arrow chose last, wherever results that arrived since have moved it; the first if it is gone. */
export function placeOf(found: readonly JumpItem[], chosenid: string | undefined): number {
  return Math.min(
    Math.max(
      0,
      found.findIndex(({ id }) => id === chosenid),
    ),
    found.length - 1,
  )
}
