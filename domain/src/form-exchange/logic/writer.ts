import { type Operator, type Part, rankOf } from '../../expressions/parts.ts'
import { optionsOf } from '../../form-types/field-properties.ts'
import { filledIn, unguarded } from './blanks.ts'
import { type Known, Untranslatable } from './known.ts'

/** How a language writes what its grammar has in common with the others. */
export type Writing = {
  reference: (name: string) => string
  text: (text: string) => string
  operators: Readonly<Partial<Record<Operator, string>>>
  /** The values of a Boolean. */
  truth: (is: boolean) => string
  /** Whether a Boolean, or a chosen option, is 1 or 0 in a calculation. */
  isCounted: boolean
  includes: (field: string, code: string, is: boolean) => string
  /** Whether a field with several codes has one, in a language that can't ask for it as for other fields. */
  hasAny: ((field: string, codes: readonly string[], is: boolean) => string) | undefined
  number: (reference: string) => string
  day: (day: string) => string
  today: string
  now: string
  /** A moment in UTC, if the language can say that it is. */
  moment: (instant: string) => string | undefined
  call: (name: string, args: readonly string[]) => string | undefined
  not: ((inner: string) => string) | undefined
}

/** The name in the other language, and the type, of a variable of the form type. */
export type NameOf = (variable: string) => (Known & { name: string }) | undefined

/** Writes what the languages have in common: operators, brackets, blanks and options. */
export class Writer {
  readonly #nameOf: NameOf
  readonly #writing: Writing

  constructor(nameOf: NameOf, writing: Writing) {
    this.#nameOf = nameOf
    this.#writing = writing
  }

  write(part: Part): string {
    switch (part.kind) {
      case 'value':
        return this.#value(part.value)
      case 'variable':
        return this.#variable(part.name, true)
      case 'minus':
        return `-${this.#within(part.of, 7)}`
      case 'not':
        return this.#not(unguarded(part.of))
      case 'operation':
        return this.#operation(part)
      case 'call':
        return this.#call(part.name, part.args)
      case 'method':
        return this.#call(part.name, [part.of, ...part.args])
      case 'choose':
        return this.#choose(part)
      default:
        throw new Untranslatable(part.kind)
    }
  }

  #known(variable: string): Known & { name: string } {
    const known = this.#nameOf(variable)
    if (!known) throw new Untranslatable(variable)
    return known
  }

  #variable(variable: string, isTruth: boolean): string {
    const known = this.#known(variable)
    const reference = this.#writing.reference(known.name)
    return isTruth && known.type === 'Boolean' ? this.#equal(reference, this.#writing.truth(true)) : reference
  }

  #equal(left: string, right: string): string {
    return `${left} ${this.#writing.operators['==']} ${right}`
  }

  #value(value: string | number | boolean | null): string {
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string') return this.#writing.text(value)
    throw new Untranslatable(String(value))
  }

  #within(part: Part, rank: number): string {
    const text = this.write(part)
    const own = part.kind === 'variable' && this.#nameOf(part.name)?.type === 'Boolean' ? 3 : rankOf(part)
    return own < rank && part.kind !== 'choose' ? `(${text})` : text
  }

  #operation({ operator, left, right }: Part & { kind: 'operation' }): string {
    if (operator === 'in') return this.#in(left, right, true)
    const rank = rankOf({ kind: 'operation', operator, left, right })
    const sign = this.#writing.operators[operator] ?? operator
    if (right.kind === 'value' && typeof right.value === 'boolean' && left.kind === 'variable') {
      const is = right.value === (operator === '==')
      return this.#equal(this.#variable(left.name, false), this.#writing.truth(is))
    }
    return `${this.#side(left, rank === 3 ? 4 : rank)} ${sign} ${this.#side(right, rank + 1)}`
  }

  /** A part of an operation. The code of an option, as a number, is read as one without being told. */
  #side(part: Part, rank: number): string {
    const [inner] = part.kind === 'call' && part.name === 'double' ? part.args : []
    return inner?.kind === 'variable' ? this.#variable(inner.name, false) : this.#within(part, rank)
  }

  #in(left: Part, right: Part, is: boolean): string {
    if (left.kind === 'value' && typeof left.value === 'string' && right.kind === 'variable') {
      return this.#writing.includes(this.#variable(right.name, false), left.value, is)
    }
    if (right.kind !== 'list' || left.kind !== 'variable' || right.items.length === 0) throw new Untranslatable('in')
    const field = this.#variable(left.name, false)
    const sign = this.#writing.operators[is ? '==' : '!=']
    const each = right.items.map((item) => `${field} ${sign} ${this.write(item)}`)
    return `(${each.join(` ${this.#writing.operators[is ? '||' : '&&']} `)})`
  }

  #not(of: Part): string {
    const isAnd = of.kind === 'operation' && of.operator === '&&'
    if (isAnd && of.right.kind === 'variable' && filledIn(of.left) === of.right.name) {
      const { reference, truth, operators } = this.#writing
      return `${reference(this.#known(of.right.name).name)} ${operators['!=']} ${truth(true)}`
    }
    if (of.kind === 'variable') return this.#equal(this.#variable(of.name, false), this.#writing.truth(false))
    if (of.kind === 'call' && of.name === 'filled') return this.#filled(of.args, false)
    if (of.kind === 'operation' && of.operator === 'in') return this.#in(of.left, of.right, false)
    if (of.kind === 'operation' && of.operator === '==') return this.#operation({ ...of, operator: '!=' })
    if (this.#writing.not) return this.#writing.not(this.write(of))
    // De Morgan.
    if (of.kind === 'not') return this.#within(of.of, 7)
    if (of.kind !== 'operation') throw new Untranslatable('not')
    const { operator, left, right } = of
    if (operator === '&&' || operator === '||') {
      const other = operator === '&&' ? '||' : '&&'
      return `(${this.#not(unguarded(left))} ${this.#writing.operators[other]} ${this.#not(unguarded(right))})`
    }
    throw new Untranslatable('not')
  }

  #filled([of]: readonly Part[], is: boolean): string {
    if (of?.kind !== 'variable') throw new Untranslatable('filled')
    const known = this.#known(of.name)
    if (known.multiple && this.#writing.hasAny) {
      const codes = optionsOf(known).map(({ code }) => code)
      return this.#writing.hasAny(this.#variable(of.name, false), codes, is)
    }
    return `${this.#variable(of.name, false)} ${this.#writing.operators[is ? '!=' : '==']} ${this.#writing.text('')}`
  }

  #choose({ condition, yes, no }: Part & { kind: 'choose' }): string {
    const isCount = isNumber(yes, 1) && isNumber(no, 0)
    if (isCount && condition.kind === 'variable' && this.#writing.isCounted)
      return this.#variable(condition.name, false)
    if (isCount && condition.kind === 'operation' && condition.operator === 'in' && this.#writing.isCounted) {
      return this.write(condition).replace(/ = "1"$/, '')
    }
    return this.#made('if', [condition, yes, no])
  }

  #call(name: string, args: readonly Part[]): string {
    const [first] = args
    if (name === 'filled') return this.#filled(args, true)
    if (name === 'today' || name === 'now') return this.#writing[name]
    if (name === 'double' && first?.kind === 'variable') return this.#writing.number(this.#variable(first.name, false))
    if (name === 'timestamp' && first?.kind === 'value') {
      const day = /^(\d{4}-\d{2}-\d{2})T12:00:00Z$/.exec(String(first.value))?.[1]
      const moment = day ? this.#writing.day(day) : this.#writing.moment(String(first.value))
      if (moment === undefined) throw new Untranslatable('a time without its zone')
      return moment
    }
    // Of several options, the length is that of their codes there.
    if (name === 'size' && first?.kind === 'variable' && this.#known(first.name).multiple)
      return this.#made('count', args)
    return this.#made(name, (name === 'sum' || name === 'mean') && first?.kind === 'list' ? first.items : args)
  }

  #made(name: string, args: readonly Part[]): string {
    const texts = args.map((arg) => (arg.kind === 'list' ? undefined : this.#side(arg, 0)))
    const made = texts.every((text) => text !== undefined) ? this.#writing.call(name, texts) : undefined
    if (made === undefined) throw new Untranslatable(`${name}(…)`)
    return made
  }
}

function isNumber(part: Part, value: number): boolean {
  return part.kind === 'value' && part.value === value
}
