/**
 * `attachment` with any file name: RFC 6266 with a plain-ASCII name for old clients and the exact one in RFC 8187's
 * format. The result is plain ASCII without line breaks.
 */
export function attachmentNamed(filename: string): string {
  return named('attachment', filename)
}

/** The same, shown by the browser. */
export function inlineNamed(filename: string): string {
  return named('inline', filename)
}

function named(kind: string, filename: string): string {
  const whole = filename.toWellFormed()
  const plain = whole
    .normalize('NFKD')
    .replace(/[øØæÆåÅđĐ]/g, (letter) => plainLetters[letter] ?? '_')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/%;]/gu, '_')
  const exact = encodeURIComponent(whole).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}

// Letters that Unicode does not decompose into a base letter and a mark.
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', đ: 'd', Đ: 'D' }
