/**
 * The groups, in display order. `export:identified` is needed where the installation says so: see `whyNotIdentified`.
 */
export const groups = ['admin', 'hp', 'patient', 'study:admin', 'subject:admin', 'export:identified'] as const

export type Group = (typeof groups)[number]

/** In `@allow`, means every activated person, whatever their groups. */
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
 * Whether an activated person with these groups may call what `@allow(groups: allowed)` protects. The session decides
 * before whether the person is activated.
 */
export function mayCall(held: readonly string[], allowed: readonly string[]): boolean {
  return allowed.includes(signedIn) || allowed.some((group) => held.includes(group))
}
