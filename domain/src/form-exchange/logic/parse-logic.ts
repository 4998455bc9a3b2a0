import type { Operator, Part } from '../../expressions/parts.ts'

/** How a language names fields and writes operators. */
export type Dialect = {
  /** A reference to a field at this place of the text, and where it ends. */
  reference: (text: string, at: number) => { part: Part; end: number } | undefined
  operators: Readonly<Record<string, Operator | '^' | '!'>>
}

/** The longest expression that is read, and how deep its brackets may be. */
const maxLength = 4000
const maxDepth = 40

type Token = { kind: 'sign' | 'word'; text: string } | { kind: 'part'; part: Part }

/** Binds looser first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]

/**
 * Parses a condition or calculation of another program. Functions are calls of their names, in lower case, and powers
 * calls of `pow`. Undefined if it can't be read. Never throws.
 */
export function parseLogic(text: string, dialect: Dialect): Part | undefined {
  if (text.length > maxLength) return undefined
  const tokens = tokensOf(text, dialect)
  if (!tokens) return undefined
  try {
    return new Parser(tokens, dialect).all()
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

function truthOf(word: string): Part {
  if (word !== 'true' && word !== 'false') throw new Unreadable()
  return { kind: 'value', value: word === 'true' }
}

class Unreadable extends Error {}

function tokensOf(text: string, dialect: Dialect): Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const space = /^\s+/.exec(text.slice(at))?.[0]
    if (space) {
      at += space.length
      continue
    }
    const found = dialect.reference(text, at) ?? literalAt(text, at)
    if (found) {
      tokens.push({ kind: 'part', part: found.part })
      at = found.end
      continue
    }
    const word = /^[A-Za-z_][A-Za-z0-9_:-]*/.exec(text.slice(at))?.[0]
    const sign = /^(<>|!=|==|<=|>=|&&|\|\||[-+*/%^=<>!(),])/.exec(text.slice(at))?.[0]
    if (!word && !sign) return undefined
    tokens.push(word ? { kind: 'word', text: word.toLowerCase() } : { kind: 'sign', text: sign ?? '' })
    at += (word ?? sign ?? '').length
  }
  return tokens
}

function literalAt(text: string, at: number): { part: Part; end: number } | undefined {
  const rest = text.slice(at)
  const number = /^(\d+(\.\d*)?|\.\d+)/.exec(rest)?.[0]
  if (number !== undefined) {
    const part: Part = { kind: 'value', value: Number(number), isWhole: !number.includes('.') }
    return { part, end: at + number.length }
  }
  const quoted = /^(?:'([^']*)'|"([^"]*)"|‘([^’]*)’|“([^”]*)”)/.exec(rest)
  if (!quoted) return undefined
  const value = quoted[1] ?? quoted[2] ?? quoted[3] ?? quoted[4] ?? ''
  return { part: { kind: 'value', value }, end: at + quoted[0].length }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #dialect: Dialect
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[], dialect: Dialect) {
    this.#tokens = tokens
    this.#dialect = dialect
  }

  all(): Part {
    const part = this.#level(0)
    if (this.#at < this.#tokens.length) throw new Unreadable()
    return part
  }

  #operator(): Operator | '^' | '!' | undefined {
    const token = this.#tokens[this.#at]
    return token && token.kind !== 'part' ? this.#dialect.operators[token.text] : undefined
  }

  #level(level: number): Part {
    const own = levels[level]
    if (!own) return this.#unary()
    let left = this.#level(level + 1)
    for (;;) {
      const operator = this.#operator()
      if (!operator || operator === '^' || operator === '!' || !own.includes(operator)) return left
      this.#at += 1
      left = { kind: 'operation', operator, left, right: this.#level(level + 1) }
    }
  }

  #unary(): Part {
    const operator = this.#operator()
    if (operator !== '-' && operator !== '!') return this.#power()
    this.#at += 1
    return this.#deeper(() => ({ kind: operator === '-' ? 'minus' : 'not', of: this.#unary() }))
  }

  #power(): Part {
    const base = this.#primary()
    if (this.#operator() !== '^') return base
    this.#at += 1
    return { kind: 'call', name: 'pow', args: [base, this.#deeper(() => this.#unary())] }
  }

  #primary(): Part {
    const token = this.#tokens[this.#at]
    this.#at += 1
    if (!token) throw new Unreadable()
    if (token.kind === 'part') return token.part
    if (token.text === '(') {
      const inner = this.#deeper(() => this.#level(0))
      this.#expect(')')
      return inner
    }
    if (token.kind !== 'word') throw new Unreadable()
    if (!this.#isNext('(')) return truthOf(token.text)
    this.#at += 1
    const args: Part[] = []
    if (!this.#isNext(')')) {
      do args.push(this.#deeper(() => this.#level(0)))
      while (this.#skip(','))
    }
    this.#expect(')')
    return { kind: 'call', name: token.text, args }
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new Unreadable()
    const made = read()
    this.#depth -= 1
    return made
  }

  #isNext(sign: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'sign' && token.text === sign
  }

  #skip(sign: string): boolean {
    const is = this.#isNext(sign)
    if (is) this.#at += 1
    return is
  }

  #expect(sign: string): void {
    if (!this.#skip(sign)) throw new Unreadable()
  }
}
