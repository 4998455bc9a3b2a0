// What a mutant can do beside giving another result.

const units = ['kilo', 'mega']

/** Decided while the module is loaded. */
export function hasUnit(name) {
  return units.includes(name)
}

let known

/** Kept from the first call. */
export function keptSum(a, b) {
  known ??= a + b
  return known
}

/** Takes more memory in each round. */
export function filled(megabytes) {
  const parts = []
  for (let left = megabytes; left > 0; left--) parts.push(new Uint8Array(1_000_000).fill(1))
  return parts.length
}

/** Takes only time. */
export function halvings(number) {
  let count = 0
  for (let rest = number; rest > 1; rest /= 2) count++
  return count
}

/** Comes only if there is something. */
export function arrival(something) {
  return new Promise((resolve) => {
    if (something) resolve(something)
  })
}

export function neverCalled() {
  return 'nothing'
}
