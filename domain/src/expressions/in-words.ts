import { type Operator, type Part, partsOf, rankOf } from './parts.ts'

/** What people call the variables, and the options of a variable. */
export type Names = {
  labelOf: (variable: string) => string | undefined
  optionLabelOf: (variable: string, code: string) => string | undefined
}

const signs: Readonly<Record<Operator, string>> = {
  '||': 'or',
  '&&': 'and',
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  in: 'is one of',
  '+': '+',
  '-': '-',
  '*': '×',
  '/': '/',
  '%': 'modulo',
}

/** A condition, a check or a calculation in English words with the labels of its fields, such as "Age is at least 18". */
export function inWords(source: string, names: Names): string {
  const part = partsOf(source)
  return part ? new Wording(names).words(part) : source
}

class Wording {
  readonly #names: Names

  constructor(names: Names) {
    this.#names = names
  }

  words(part: Part): string {
    switch (part.kind) {
      case 'value':
        return valueWords(part.value)
      case 'variable':
        return this.#names.labelOf(part.name) ?? part.name
      case 'operation':
        return this.#operation(part.operator, part.left, part.right)
      case 'not':
        return this.#not(part.of)
      case 'minus':
        return `-${this.#within(part.of, 7)}`
      case 'list':
        return part.items.map((item) => this.words(item)).join(', ')
      case 'choose':
        return `${this.words(part.yes)} if ${this.words(part.condition)}, otherwise ${this.words(part.no)}`
      case 'call':
        return this.#call(part.name, part.args)
      case 'method':
        return this.#method(part.name, part.of, part.args)
      case 'other':
        return part.source
    }
  }

  #within(part: Part, rank: number): string {
    const words = this.words(part)
    return rankOf(part) < rank ? `(${words})` : words
  }

  #operation(operator: Operator, left: Part, right: Part): string {
    const rank = rankOf({ kind: 'operation', operator, left, right })
    if (operator === 'in' && right.kind === 'variable') {
      return `${this.words(right)} includes ${this.#option(left, right)}`
    }
    const truth = truthOf(right)
    if (truth !== undefined && (operator === '==' || operator === '!=')) {
      return `${this.words(left)} is ${truth === (operator === '==') ? 'yes' : 'no'}`
    }
    const own = right.kind === 'list' ? right.items.map((item) => this.#option(item, left)).join(', ') : undefined
    return `${this.#within(left, rank)} ${signs[operator]} ${own ?? this.#option(right, left, rank + 1)}`
  }

  /** A value beside a variable with options: the option's label. */
  #option(value: Part, of: Part, rank = 0): string {
    if (value.kind === 'value' && typeof value.value === 'string' && of.kind === 'variable') {
      return this.#names.optionLabelOf(of.name, value.value) ?? valueWords(value.value)
    }
    return this.#within(value, rank)
  }

  #not(of: Part): string {
    if (of.kind === 'call' && of.name === 'filled') return `${this.#list(of.args)} is not filled in`
    if (of.kind === 'variable') return `${this.words(of)} is no`
    if (of.kind === 'operation' && of.operator === 'in' && of.right.kind === 'variable') {
      return `${this.words(of.right)} does not include ${this.#option(of.left, of.right)}`
    }
    return `not (${this.words(of)})`
  }

  #call(name: string, args: readonly Part[]): string {
    const [first, second] = args
    switch (name) {
      case 'filled':
        return `${this.#list(args)} is filled in`
      case 'today':
      case 'now':
        return name
      case 'round':
        return `${first ? this.words(first) : ''} rounded to ${decimalsText(second ? this.words(second) : '0')}`
      case 'days':
      case 'years':
        return `${name} from ${first ? this.words(first) : ''} to ${second ? this.words(second) : ''}`
      case 'sum':
      case 'mean':
      case 'count':
        return `${name} of ${this.#list(args)}`
      case 'timestamp':
        return first?.kind === 'value' ? instantWords(String(first.value)) : this.#list(args)
      default:
        return `${name}(${this.#list(args)})`
    }
  }

  #method(name: string, of: Part, args: readonly Part[]): string {
    if (name === 'size') return `number of ${this.words(of)}`
    return `${this.#within(of, 7)}.${name}(${this.#list(args)})`
  }

  #list(args: readonly Part[]): string {
    return args.map((arg) => this.words(arg)).join(', ')
  }
}

/** Noon of UTC stands for its day. */
function instantWords(text: string): string {
  return text.replace(/T12:00:00Z$/, '').replace(/T(\d{2}:\d{2})(:00)?(.*)Z$/, ' $1$3 UTC')
}

function truthOf(part: Part): boolean | undefined {
  return part.kind === 'value' && typeof part.value === 'boolean' ? part.value : undefined
}

function valueWords(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function decimalsText(count: string): string {
  return count === '1' ? '1 decimal' : `${count} decimals`
}
