import { personName } from '@casebook/domain/users/person-name.ts'
import { useUser } from './session.tsx'

/** The person's name, by which the history calls them. */
export function useOwnName(): string {
  return personName(useUser())
}
