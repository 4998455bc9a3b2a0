import type { Group } from '@casebook/domain/shared/groups.ts'
import type { Casebook } from '../beds/casebook.ts'
import type { Place } from '../beds/place.ts'

type Variables = Record<string, unknown>

/** A valid call of a root field at a place. */
export type Row = {
  give: (place: Place) => Variables
  /** The groups that may call a root field which the contract does not contain. */
  groups?: readonly (Group | 'signed-in')[]
  /** The code that a permitted caller gets at their own place, if it is not success. */
  answer?: string
  /** Additional groups of which a caller needs one, by a rule that depends on the arguments. */
  finer?: readonly Group[]
  /** An argument that may name a record besides the one that the others are about. */
  apart?: string
  /** Waits until it can be called again by the same person. */
  prepare?: (casebook: Casebook) => Promise<void>
  /** It ends the caller's session, so each caller needs a new one. */
  endsSession?: true
}
