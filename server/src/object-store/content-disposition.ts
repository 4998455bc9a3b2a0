/**
 * `attachment` with any file name: RFC 6266 with a plain-ASCII name for old clients and the exact one in RFC 8187's
 * format. The result is plain ASCII without line breaks.
 */
export function attachmentNamed(filename: string): string {
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
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

// Letters that Unicode does not decompose into a base letter and a mark.
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', đ: 'd', Đ: 'D' }
