/** The action tags of a field's annotation that have a counterpart here, and the rest of the text. */
export type ActionTags = {
  isBounded: boolean
  length?: number
  placeholder?: string
  calculation?: string
  isOneLine?: boolean
  rest: string
}

/** Reads `@CHARLIMIT=n`, `@PLACEHOLDER='…'`, `@CALCTEXT(…)` and `@FORCE-MINMAX`. */
export function actionTags(annotation: string): ActionTags {
  let rest = annotation
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const calculation = callText(rest, '@CALCTEXT')
  if (calculation) rest = rest.replace(calculation.all, ' ')
  const isBounded = take(/@FORCE-MINMAX\b/i) !== null
  const length = take(/@CHARLIMIT\s*=\s*["']?(\d{1,5})["']?/i)?.[1]
  const placeholder = take(/@PLACEHOLDER\s*=\s*(?:'([^']*)'|"([^"]*)")/i)
  const text = placeholder?.[1] ?? placeholder?.[2]
  return {
    isBounded,
    ...(length ? { length: Number(length) } : {}),
    ...(text ? { placeholder: text } : {}),
    ...(calculation ? { calculation: calculation.inner } : {}),
    rest: rest.replace(/\s+/g, ' ').trim(),
  }
}

/** The text between the brackets of a tag, which may contain others. */
function callText(text: string, tag: string): { inner: string; all: string } | undefined {
  const found = new RegExp(`${tag}\\s*\\(`, 'i').exec(text)
  if (!found) return undefined
  const from = found.index + found[0].length
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return { inner: text.slice(from, at).trim(), all: text.slice(found.index, at + 1) }
  }
}
