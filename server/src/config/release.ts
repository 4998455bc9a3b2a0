import manifest from '../../package.json' with { type: 'json' }

/** This release, such as `0.2.0`. */
export const release: string = manifest.version

/** Negative if `a` is the older release, 0 if equal, positive if newer. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number))
  for (const place of [0, 1, 2]) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
