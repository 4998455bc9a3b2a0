type Person = { sub: string; given_name?: string | null; family_name?: string | null }

/** A person's name: given and family name, or the sub if neither is known. */
export function personName({ sub, given_name, family_name }: Person): string {
  return [given_name, family_name].filter(Boolean).join(' ') || sub
}
