export const splits = ['train', 'validation', 'test'] as const
export type Split = (typeof splits)[number]

/** Of a hundred subjects, about how many are in train and in validation; the rest is in test. */
const shares = { train: 70, validation: 15 }
const mask = (1n << 64n) - 1n

/**
 * The part of the data set that a subject is in: the same for the same seed, in every export and whoever else is in it. Everything
 * of a subject is in one part.
 */
export function splitOf(subjectid: string, seed: number): Split {
  // FNV-1a, then mixed, so that ids that differ little are far apart.
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(`${seed}:${subjectid}`))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & mask
  for (const factor of [0xff51afd7ed558ccdn, 0xc4ceb9fe1a85ec53n]) hash = ((hash ^ (hash >> 33n)) * factor) & mask
  const place = Number((hash ^ (hash >> 33n)) % 100n)
  if (place < shares.train) return 'train'
  return place < shares.train + shares.validation ? 'validation' : 'test'
}
