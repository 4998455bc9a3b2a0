// Characters that an XML 1.0 document can't contain, even as a reference.
const notInXml = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const replacement = '\uFFFD'

/** Text that needs no escaping. Most texts match, and an export has millions. */
const plain = /^[ !#-%'-;=?-~]*$/

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Whether XML can contain the text. Otherwise `xmlText` replaces invalid characters with U+FFFD. */
export function fitsXml(text: string): boolean {
  return plain.test(text) || text.search(notInXml) < 0
}

/** Escapes a text for element content or for an attribute in double quotes. */
export function xmlText(text: string): string {
  if (plain.test(text)) return text
  return text.replace(notInXml, replacement).replace(/[&<>"\t\n\r]/g, (letter) => references[letter] ?? letter)
}
