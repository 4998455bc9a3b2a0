import type { Part } from '../../expressions/parts.ts'
import { Untranslatable } from './known.ts'
import { type NameOf, Writer } from './writer.ts'

/** The parts of an expression as XPath of XLSForm. `own`: the variable that a constraint is about. Throws Untranslatable. */
export function toXpath(part: Part, nameOf: NameOf, own?: string): string {
  const ownName = own === undefined ? undefined : nameOf(own)?.name
  const reference = (name: string) => (name === ownName ? '.' : `\${${name}}`)
  const text = (value: string) => {
    if (value.includes("'") && value.includes('"')) throw new Untranslatable('a text with both quotes')
    return value.includes("'") ? `"${value}"` : `'${value}'`
  }
  return new Writer(nameOf, {
    reference,
    text,
    operators: { '==': '=', '!=': '!=', '&&': 'and', '||': 'or', '/': 'div', '%': 'mod' },
    truth: (is) => text(String(is)),
    includes: (field, code, is) =>
      is ? `selected(${field}, ${text(code)})` : `not(selected(${field}, ${text(code)}))`,
    hasAny: undefined,
    isCounted: false,
    number: (own_) => `number(${own_})`,
    day: (day) => `date('${day}')`,
    today: 'today()',
    now: 'now()',
    moment: (instant) => `date-time('${instant}')`,
    call: (name, args) => {
      const [first, second] = args
      switch (name) {
        case 'round':
          return `round(${args.join(', ')})`
        case 'size':
          return `string-length(${first})`
        case 'count':
          return `count-selected(${first})`
        case 'matches':
          return `regex(${first}, ${second})`
        case 'if':
          return `if(${args.join(', ')})`
        case 'days':
          return `int(decimal-date-time(${second}) - decimal-date-time(${first}))`
        case 'sum':
          return args.length === 0 ? undefined : `(${args.map((arg) => `coalesce(${arg}, 0)`).join(' + ')})`
        default:
          return undefined
      }
    },
    not: (inner) => `not(${inner})`,
  }).write(part)
}

/** The parts of an expression in the logic of REDCap. Throws Untranslatable. */
export function toRedcap(part: Part, nameOf: NameOf): string {
  const text = (value: string) => {
    if (value.includes("'") && value.includes('"')) throw new Untranslatable('a text with both quotes')
    return value.includes('"') ? `'${value}'` : `"${value}"`
  }
  return new Writer(nameOf, {
    reference: (name) => `[${name}]`,
    text,
    operators: { '==': '=', '!=': '<>', '&&': 'and', '||': 'or' },
    truth: (is) => (is ? '"1"' : '"0"'),
    includes: (field, code, is) => `${field.replace(/\]$/, `(${code})]`)} = "${is ? 1 : 0}"`,
    hasAny: (field, codes, is) => {
      const each = codes.map((code) => `${field.replace(/\]$/, `(${code})]`)} = "${is ? 1 : 0}"`)
      return `(${each.join(is ? ' or ' : ' and ')})`
    },
    isCounted: true,
    number: (reference) => reference,
    day: (day) => `"${day}"`,
    today: '"today"',
    now: '"now"',
    moment: () => undefined,
    call: (name, args) => {
      const [first, second] = args
      switch (name) {
        case 'round':
          return `round(${first}, ${second ?? 0})`
        case 'sum':
        case 'mean':
          return `${name}(${args.join(', ')})`
        case 'size':
          return `length(${first})`
        case 'if':
          return `if(${args.join(', ')})`
        case 'days':
          return `datediff(${first}, ${second}, "d", true)`
        case 'years':
          return `rounddown(datediff(${first}, ${second}, "y", true), 0)`
        default:
          return undefined
      }
    },
    not: undefined,
  }).write(part)
}
