import type { Random } from '../random.ts'

/** Ids that exist: by the site they belong to and the name under which calls ask for them. */
export type Pool = {
  sites: readonly string[]
  add: (site: string, name: string, id: string) => void
  /** One of that site and name, or nothing where there is none yet. */
  pick: (random: Random, site: string, name: string) => string | undefined
  /** What is known by now is not given to calls that remove it. */
  protect: () => void
  /** One that is not protected. */
  pickSpare: (random: Random, site: string, name: string) => string | undefined
  /** One of any site and name. */
  pickAny: (random: Random) => string
}

const mostOfEach = 200

export function makePool(sites: readonly string[]): Pool {
  const ids = new Map<string, string[]>()
  const kept = new Map<string, number>()
  return {
    sites,
    add(site, name, id) {
      const key = `${site} ${name}`
      const known = ids.get(key) ?? []
      if (known.includes(id)) return
      known.push(id)
      // What was there from the start stays, so that there is always something whole; later ones take turns.
      if (known.length > mostOfEach) known.splice(kept.get(key) ?? 0, 1)
      ids.set(key, known)
    },
    pick(random, site, name) {
      const known = ids.get(`${site} ${name}`)
      return known && random.pick(known)
    },
    protect() {
      for (const [key, known] of ids) kept.set(key, known.length)
    },
    pickSpare(random, site, name) {
      const key = `${site} ${name}`
      const spare = ids.get(key)?.slice(kept.get(key) ?? 0) ?? []
      return spare.length > 0 ? random.pick(spare) : undefined
    },
    pickAny: (random) => random.pick(random.pick([...ids.values()])),
  }
}
