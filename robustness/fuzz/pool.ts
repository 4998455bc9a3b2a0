import type { Random } from '../random.ts'

/** Existing ids, by their site and argument name. */
export type Pool = {
  sites: readonly string[]
  add: (site: string, name: string, id: string) => void
  /** One of this site and name, or undefined if there is none yet. */
  pick: (random: Random, site: string, name: string) => string | undefined
  /** Protects the present ids: they are not used in calls that remove records. */
  protect: () => void
  /** One that is not protected. */
  pickSpare: (random: Random, site: string, name: string) => string | undefined
  /** One of any site with this name. */
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
      // The initial ids are kept, so that something complete always exists. Later ones replace each other.
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
