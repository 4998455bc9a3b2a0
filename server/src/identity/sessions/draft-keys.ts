import { makeKeyedHash } from '../../secrets/seal.ts'

/**
 * The keys with which browsers encrypt what is typed and not saved: 256 bits in hex. They follow from the installation's
 * secret, so that every server of it tells the same ones, and neither the database nor a browser's disk has them.
 */
export function makeDraftKeys(secret: string) {
  return {
    /** For what outlives its tab. Told while the session is in force, to its person only. */
    ofSession: makeKeyedHash(secret, 'drafts of a session'),
    /** For what stays in its tab, also after a session has ended. Told to the person, whenever they are signed in. */
    ofPerson: makeKeyedHash(secret, 'drafts of a person'),
  }
}

export type DraftKeys = ReturnType<typeof makeDraftKeys>
