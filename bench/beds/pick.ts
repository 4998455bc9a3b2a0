/** This many elements of a list, evenly distributed. */
export function pick<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count))
  return list.filter((_, at) => at % step === 0).slice(0, count)
}
