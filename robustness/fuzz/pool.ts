import type { Random } from '../random.ts'

/** Ids that exist, by the name under which calls ask for them. */
export type Pool = {
  add: (name: string, id: string) => void
  /** One of that name, or nothing where there is none yet. */
  pick: (random: Random, name: string) => string | undefined
  /** One of any name. */
  pickAny: (random: Random) => string
}

const mostOfEach = 200

export function makePool(): Pool {
  const ids = new Map<string, string[]>()
  return {
    add(name, id) {
      const known = ids.get(name) ?? []
      // The first few stay, so that there is always something known to be whole; later ones take turns.
      if (known.length < mostOfEach) known.push(id)
      else known[20 + ((id.length + known.length * 7) % (mostOfEach - 20))] = id
      ids.set(name, known)
    },
    pick(random, name) {
      const known = ids.get(name)
      return known && random.pick(known)
    },
    pickAny: (random) => random.pick(random.pick([...ids.values()])),
  }
}
