import type { Part } from '../../expressions/parts.ts'
import {
  dayOf,
  guarded,
  isBlank,
  isCoded,
  isOnly,
  isText,
  isWord,
  isZero,
  type Known,
  momentOf,
  negated,
  one,
  powerOf,
  truthOf,
  Untranslatable,
  variablesOf,
  withPoint,
  zero,
} from './known.ts'

/** In a condition, a blank is unlike every value also under `not`; elsewhere what needs a blank is a blank. */
type Use = 'condition' | 'other'

/**
 * The expression as CEL over these fields: texts beside a Number or a Boolean become its values, and texts in
 * calculations numbers. Throws Untranslatable.
 */
export function toCel(part: Part, fieldOf: (name: string) => Known | undefined, use: Use): Part {
  return new Translation(fieldOf, use).of(part)
}

const comparing = ['==', '!=', '<', '<=', '>', '>=']

class Translation {
  readonly #fieldOf: (name: string) => Known | undefined
  readonly #use: Use

  constructor(fieldOf: (name: string) => Known | undefined, use: Use) {
    this.#fieldOf = fieldOf
    this.#use = use
  }

  of(part: Part, isGuarded = false): Part {
    switch (part.kind) {
      case 'value':
        return part
      case 'variable':
        return { kind: 'variable', name: this.#known(part.name).variable }
      case 'minus':
        return { kind: 'minus', of: this.#number(part.of) }
      case 'not':
        return negated(this.of(part.of, this.#use === 'condition'))
      case 'operation':
        return this.#operation(part, isGuarded)
      case 'call':
        return this.#call(part.name, part.args, isGuarded)
      default:
        throw new Untranslatable(part.kind)
    }
  }

  #known(name: string): Known {
    const known = this.#fieldOf(name)
    if (!known) throw new Untranslatable(`there is no field ${name}`)
    return known
  }

  #operation(part: Part & { kind: 'operation' }, isGuarded: boolean): Part {
    const { operator, left, right } = part
    if (operator === '&&' || operator === '||') {
      return { kind: 'operation', operator, left: this.of(left, isGuarded), right: this.of(right, isGuarded) }
    }
    if (comparing.includes(operator)) return this.#comparison(part, isGuarded)
    const divisor = operator === '/' ? withPoint : (one: Part) => one
    return { kind: 'operation', operator, left: divisor(this.#number(left)), right: divisor(this.#number(right)) }
  }

  #comparison({ operator, left, right }: Part & { kind: 'operation' }, isGuarded: boolean): Part {
    // A value on the left is compared the other way round.
    if (left.kind === 'value' && right.kind !== 'value') {
      const turned = ({ '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const)[operator as '<']
      return this.#comparison({ kind: 'operation', operator: turned ?? operator, left: right, right: left }, isGuarded)
    }
    if (operator === '!=' && !isBlank(right) && this.#use === 'condition') {
      return negated(this.#comparison({ kind: 'operation', operator: '==', left, right }, true))
    }
    if (isBlank(right)) {
      if (operator !== '==' && operator !== '!=') throw new Untranslatable('a blank is compared')
      const filled: Part = { kind: 'call', name: 'filled', args: [this.of(left)] }
      return operator === '==' ? { kind: 'not', of: filled } : filled
    }
    if (left.kind === 'call' && left.name === 'checked') return this.#checked(operator, left, right, isGuarded)
    const compared = this.#compared(operator, left, right)
    return isGuarded ? guarded(compared, variablesOf(compared)) : compared
  }

  /** `[name(code)] = "1"` */
  #checked(operator: string, { args }: Part & { kind: 'call' }, right: Part, isGuarded: boolean): Part {
    const [name, code] = args
    const truth = right.kind === 'value' ? truthOf(right.value) : undefined
    if (!name || !code || truth === undefined || (operator !== '==' && operator !== '!='))
      throw new Untranslatable('checked')
    const isIn: Part = { kind: 'operation', operator: 'in', left: code, right: this.of(name) }
    const is = truth === (operator === '==')
    if (is) return isGuarded ? guarded(isIn, variablesOf(isIn)) : isIn
    return negated(this.#use === 'condition' ? guarded(isIn, variablesOf(isIn)) : isIn)
  }

  #compared(operator: string, left: Part, right: Part): Part {
    const known = left.kind === 'variable' ? this.#known(left.name) : undefined
    if (known?.type === 'Boolean' && right.kind === 'value') {
      const truth = truthOf(right.value)
      if (truth === undefined || (operator !== '==' && operator !== '!='))
        throw new Untranslatable('a yes or no is compared')
      return truth === (operator === '==') ? this.of(left) : { kind: 'not', of: this.of(left) }
    }
    const made = (a: Part, b: Part): Part => ({ kind: 'operation', operator: operator as '==', left: a, right: b })
    if (right.kind === 'value' && known && isCoded(known)) {
      if (known.multiple) {
        if (operator !== '==') throw new Untranslatable('several options are compared')
        return isOnly(this.of(left), String(right.value))
      }
      // Texts are compared as such; whatever asks for more or less, as numbers.
      const isEqual = operator === '==' || operator === '!='
      if (isEqual) return made(this.of(left), { kind: 'value', value: String(right.value) })
      return made(this.#number(left), this.#number(right))
    }
    if ((known?.type === 'Date' || known?.type === 'DateTime') && right.kind === 'value')
      return made(this.of(left), known.type === 'Date' ? dayOf(right.value) : momentOf(right.value))
    if (known && ['Date', 'DateTime', 'Time'].includes(known.type)) return made(this.of(left), this.of(right))
    if (known && isText(known) && right.kind !== 'value' && !this.#isNumeric(right))
      return made(this.of(left), this.of(right))
    return made(this.#number(left), this.#number(right))
  }

  #isNumeric(part: Part): boolean {
    return part.kind === 'variable' ? this.#known(part.name).type === 'Number' : part.kind !== 'value'
  }

  /** A part as a number: a text, or the code of an option, is read as one. */
  #number(part: Part): Part {
    if (part.kind === 'value') {
      const value = Number(part.value)
      if (typeof part.value === 'string' && (part.value.trim() === '' || !Number.isFinite(value))) {
        throw new Untranslatable('a text is calculated with')
      }
      return part.kind === 'value' && typeof part.value === 'number'
        ? part
        : { kind: 'value', value, isWhole: Number.isInteger(value) }
    }
    if (part.kind === 'call' && part.name === 'checked')
      return this.#choose(this.#checked('==', part, one, false), one, zero)
    const made = this.of(part)
    if (part.kind !== 'variable') return made
    const known = this.#known(part.name)
    if (known.type === 'Boolean') return this.#choose(made, one, zero)
    if (known.multiple || !['Choice', 'String'].includes(known.type)) return made
    return { kind: 'call', name: 'double', args: [made] }
  }

  #choose(condition: Part, yes: Part, no: Part): Part {
    return { kind: 'choose', condition, yes, no }
  }

  #call(name: string, args: readonly Part[], isGuarded: boolean): Part {
    const [first, second, third, fourth] = args
    const call = (own: string, ...parts: Part[]): Part => ({ kind: 'call', name: own, args: parts })
    switch (name) {
      case 'not':
        if (first) return negated(this.of(first, this.#use === 'condition'))
        break
      case 'true':
      case 'false':
        return { kind: 'value', value: name === 'true' }
      case 'selected':
        if (first && second?.kind === 'value') return this.#selected(first, String(second.value), isGuarded)
        break
      case 'if':
        if (first && second && third) return this.#choose(this.of(first), this.of(second), this.of(third))
        break
      case 'round':
        if (first) return call('round', this.#number(first), ...(second ? [this.of(second)] : []))
        break
      case 'rounddown':
        if (first?.kind === 'call' && first.name === 'datediff' && (!second || isZero(second)))
          return this.#years(first.args)
        break
      case 'datediff':
        if (first && second && isWord(third, 'd') && isWord(fourth, 'true'))
          return call('days', this.#day(first), this.#day(second))
        break
      case 'sum':
      case 'mean':
        return call(name, { kind: 'list', items: args.map((arg) => this.#number(arg)) })
      case 'count-selected':
        if (first) return call('count', this.of(first))
        break
      case 'coalesce':
        if (first && second) return this.#choose(call('filled', this.of(first)), this.of(first), this.of(second))
        break
      case 'string-length':
      case 'length':
        if (first) return { kind: 'method', name: 'size', of: this.of(first), args: [] }
        break
      case 'regex':
        if (first && second?.kind === 'value') return call('matches', this.of(first), second)
        break
      case 'number':
      case 'int':
        if (first && name === 'number') return this.#number(first)
        break
      case 'today':
      case 'now':
        return call(name)
      case 'date':
        if (first?.kind === 'value') return dayOf(first.value)
        break
      case 'date-time':
        if (first?.kind === 'value') return momentOf(first.value)
        break
      case 'pow':
        if (first && second) return powerOf(this.#number(first), second)
        break
    }
    throw new Untranslatable(`${name}(…)`)
  }

  #selected(field: Part, code: string, isGuarded: boolean): Part {
    const known = field.kind === 'variable' ? this.#known(field.name) : undefined
    if (!known || known.type === 'Boolean')
      return this.#comparison(
        { kind: 'operation', operator: '==', left: field, right: { kind: 'value', value: code } },
        isGuarded,
      )
    const value: Part = { kind: 'value', value: code }
    const made: Part = known.multiple
      ? { kind: 'operation', operator: 'in', left: value, right: this.of(field) }
      : { kind: 'operation', operator: '==', left: this.of(field), right: value }
    return isGuarded ? guarded(made, variablesOf(made)) : made
  }

  #years([from, to, unit]: readonly Part[]): Part {
    if (!from || !to || !isWord(unit, 'y')) throw new Untranslatable('datediff(…)')
    return { kind: 'call', name: 'years', args: [this.#day(from), this.#day(to)] }
  }

  #day(part: Part): Part {
    return part.kind === 'value' ? dayOf(part.value) : this.of(part)
  }
}
