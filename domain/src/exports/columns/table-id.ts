const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const mask = (1n << 64n) - 1n

/**
 * The id of a form type's table: made from the form type's id alone, so that no other form type and no new name ever
 * changes it. Valid as the name of a data set in SAS, Stata, SPSS, R and Python.
 */
export function formTableId(formtypeid: string): string {
  let rest = hashOf(formtypeid)
  let text = ''
  for (let place = 0; place < 13; place += 1) {
    text = (digits[Number(rest & 31n)] ?? '') + text
    rest >>= 5n
  }
  return `form_${text}`
}

/** FNV-1a with 64 bits: ten thousand form types collide with a probability of 3 in 10^12. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & mask
  return hash
}
