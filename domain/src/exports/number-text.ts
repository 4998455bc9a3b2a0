const parts = /^(-?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** A Number in JSON notation, with the same digits: `.5` is `0.5`, `007` is `7`. */
export function jsonNumber(typed: string): string {
  return rewritten(typed, (exponent) => `e${exponent}`)
}

/** A Number in the notation of ODM's `double`: its exponent has a sign. */
export function odmDouble(typed: string): string {
  return rewritten(typed, (exponent) => `E${/^[+-]/.test(exponent) ? exponent : `+${exponent}`}`)
}

function rewritten(typed: string, exponentOf: (exponent: string) => string): string {
  const [, sign = '', whole = '', fraction, exponent] = parts.exec(typed) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return `${sign}${digits}${fraction === undefined ? '' : `.${fraction}`}${exponent ? exponentOf(exponent) : ''}`
}
