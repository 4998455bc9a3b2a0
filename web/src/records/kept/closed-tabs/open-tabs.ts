import { readStored, writeStored } from '../../../browser/preferences.ts'

const key = 'casebook.tab'
const lockOf = (tab: string) => `casebook-tab-${tab}`

/** Which tab this is, and which others are open. */
export type Tabs = { own: Promise<string>; isOpen: (tab: string) => Promise<boolean> }

/** Takes the lock until the page is gone, however it goes. Resolves to false if another page has it. */
function take(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(tab), { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise<void>(() => undefined) : undefined
      })
      .catch(() => resolve(false))
  })
}

async function ownTab(): Promise<string> {
  const before = readStored(() => sessionStorage, key)
  // The copy of a tab has the name of the one that it was copied from.
  if (before && (await take(before))) return before
  const tab = crypto.randomUUID()
  writeStored(() => sessionStorage, key, tab)
  await take(tab)
  return tab
}

/** A tab keeps its name when it is reloaded. */
export function browserTabs(): Tabs {
  return {
    own: ownTab(),
    async isOpen(tab) {
      const { held = [] } = await navigator.locks.query()
      return held.some(({ name }) => name === lockOf(tab))
    },
  }
}
