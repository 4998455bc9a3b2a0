/** Metres per second squared in one g: the standard acceleration of gravity. */
export const standardGravity = 9.80665

const unitsInG: readonly (readonly [RegExp, number])[] = [
  [/^g$/, 1],
  [/^mg$/, 1 / 1000],
  [/^1\/64g$/, 1 / 64],
  [/^(m\/s(\^|\*\*)?2|m\/\(s\^2\)|m\/s²|m\.s-2|ms-2|m\*s-2)$/, 1 / standardGravity],
]

/** What a value of this unit is multiplied by to be in g. Undefined: not a known unit of acceleration. */
export function factorToG(unit: string): number | undefined {
  const spelled = unit.toLowerCase().replaceAll(/\s/g, '')
  return unitsInG.find(([pattern]) => pattern.test(spelled))?.[1]
}

/** The lengths of gravity that a file without units may show, with the factor to g. */
const guesses: readonly (readonly [from: number, to: number, factor: number])[] = [
  [0.6, 1.5, 1],
  [6, 15, 1 / standardGravity],
  [40, 95, 1 / 64],
  [600, 1500, 1 / 1000],
]

/**
 * The factor of a sensor whose file does not name its unit, from the median length of its acceleration: a sensor that is
 * worn or lies still shows gravity. Undefined if that length is none of those of a known unit.
 */
export function guessFactorToG(lengths: Float64Array): number | undefined {
  const median = lengths.toSorted()[lengths.length >> 1] ?? Number.NaN
  return guesses.find(([from, to]) => median >= from && median <= to)?.[2]
}
