/** In English, Norwegian, Danish, Swedish, German and Dutch. */
const months: readonly (readonly string[])[] = [
  ['january', 'januari'],
  ['february', 'februari'],
  ['march', 'mars', 'marts', 'märz', 'maart', 'mrt'],
  ['april'],
  ['may', 'mai', 'maj', 'mei'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['augusti', 'augustus'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'desember', 'dezember'],
]

/** The number of a month by its name or by the first three or more letters of it; undefined if there is none. */
export function monthNumber(name: string): number | undefined {
  const [begin, ...more] = months.flatMap((names, index) => (isOneOf(names, name.toLowerCase()) ? [index + 1] : []))
  return more.length === 0 ? begin : undefined
}

function isOneOf(names: readonly string[], begin: string): boolean {
  return begin.length >= 3 && names.some((name) => name.startsWith(begin))
}
