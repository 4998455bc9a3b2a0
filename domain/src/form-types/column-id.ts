export const maxColumnIdLength = 32
const letters: Record<string, string> = {
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  Æ: 'Ae',
  Ø: 'O',
  Œ: 'Oe',
  Đ: 'D',
  Ð: 'D',
  Þ: 'Th',
  Ł: 'L',
}

/** Reserved words of SAS, Stata, R or Python, in lower case. */
const reserved = new Set(
  (
    'byte double float if in int long using with strl else for while repeat function next break true false null na ' +
    'nan inf and as assert async await class continue def del elif except finally from global import is lambda none ' +
    'nonlocal not or pass raise return try yield'
  ).split(' '),
)

/** Assigns column ids: at most 32 of A-Z, a-z, 0-9 and _, starting with a letter, unique ignoring case. */
export class ColumnIds {
  readonly #taken = new Set<string>()

  /** Takes an id that is given, so that no other becomes it. */
  take(id: string): void {
    this.#taken.add(id.toLowerCase())
  }

  claim(name: string, suffix = ''): string {
    const base = plain(name)
    for (let count = 1; ; count++) {
      const end = suffix + (count === 1 ? '' : `_${count}`)
      const id = base.slice(0, maxColumnIdLength - end.length) + end
      if (isReserved(id) || this.#taken.has(id.toLowerCase())) continue
      this.#taken.add(id.toLowerCase())
      return id
    }
  }
}

function plain(name: string): string {
  const ascii = name
    .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  if (ascii === '') return 'field'
  return /^[0-9]/.test(ascii) ? `x${ascii}` : ascii
}

function isReserved(id: string): boolean {
  return reserved.has(id.toLowerCase()) || /^str[0-9]+$/i.test(id)
}
