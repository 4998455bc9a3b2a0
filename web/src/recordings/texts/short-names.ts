/** Shorter beginnings take little space. */
const leastShared = 4

/** Channels' names without the words with which all of them begin, such as the recorder's: `Shimmer_40AC_`. */
export function shortNames(names: readonly string[]): readonly string[] {
  const [first = '', ...others] = names
  if (others.length < 2) return names
  let shared = first.length
  for (const name of others) {
    let same = 0
    while (same < shared && name[same] === first[same]) same++
    shared = same
  }
  const words = /^.*[\s_./:-]/.exec(first.slice(0, shared))?.[0].length ?? 0
  const isWorth = words >= leastShared && names.every((name) => name.length > words)
  return isWorth ? names.map((name) => name.slice(words)) : names
}
