/** The five groups of the specification, section 9, in the order in which they are shown. */
export const groups = ['admin', 'hp', 'patient', 'study:admin', 'subject:admin'] as const

export type Group = (typeof groups)[number]

/** Stands in `@allow` for every activated person, whatever their groups. */
export const signedIn = 'signed-in'

export function isGroup(text: string): text is Group {
  return groups.some((group) => group === text)
}

export function isAdmin(held: readonly string[]): boolean {
  return held.includes('admin')
}

export function isHp(held: readonly string[]): boolean {
  return held.includes('hp')
}

export function isPatient(held: readonly string[]): boolean {
  return held.includes('patient')
}

/**
 * Whether an activated person who holds these groups may call what `@allow(groups: allowed)` guards.
 * Whether the person is activated at all is decided before, by the session.
 */
export function mayCall(held: readonly string[], allowed: readonly string[]): boolean {
  return allowed.includes(signedIn) || allowed.some((group) => held.includes(group))
}
