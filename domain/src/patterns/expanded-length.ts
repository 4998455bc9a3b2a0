/** One part of a pattern after the other: a quantifier, a group's begin or end, or what stands for one character. */
const part =
  /\{(?<least>\d+)(?:,(?<most>\d*))?\}|(?<begin>\((?:\?(?:P?<\w+>|[imsU-]*:?))?)|(?<end>\))|\\Q[\s\S]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|[\s\S]/gu

/** How many characters, classes and other signs a pattern has if its repetitions are written out, such as 20 for (ab){10}. */
export function expandedLength(pattern: string): number {
  let length = 0
  let last = 0
  const outer: number[] = []
  for (const { 0: text, groups = {} } of pattern.matchAll(part)) {
    if (groups.least !== undefined) {
      const times = Math.max(Number(groups.least), Number(groups.most || 0))
      length += last * (times - 1)
      last *= times
    } else if (groups.begin !== undefined) {
      outer.push(length)
      length = 0
      last = 0
    } else if (groups.end !== undefined) {
      last = length
      length += outer.pop() ?? 0
    } else {
      last = text.startsWith('\\Q') ? text.length : 1
      length += last
    }
  }
  return outer.reduce((sum, one) => sum + one, length)
}
