import type { Part } from '../../expressions/parts.ts'
import type { FieldOption } from '../../form-types/field-properties.ts'

/** The codes of options as another program can have them: each made plain, and unlike the others. */
export function plainCodes(options: readonly FieldOption[], plain: (code: string) => string): Map<string, string> {
  const codes = options.map(({ code }) => code)
  const taken = new Set(codes.filter((code) => plain(code) === code))
  return new Map(
    codes.map((code) => {
      const base = plain(code)
      if (base === code) return [code, code]
      let unique = base
      for (let count = 2; taken.has(unique); count++) unique = `${base}_${count}`
      taken.add(unique)
      return [code, unique]
    }),
  )
}

/** An expression that compares its fields with other codes. */
export function withCodes(part: Part, codeOf: (variable: string, code: string) => string): Part {
  const of = (inner: Part) => withCodes(inner, codeOf)
  const code = (value: Part, field: Part): Part => {
    const isCode = value.kind === 'value' && typeof value.value === 'string' && field.kind === 'variable'
    return isCode ? { kind: 'value', value: codeOf(field.name, String(value.value)) } : of(value)
  }
  switch (part.kind) {
    case 'operation': {
      const { left, right } = part
      if (part.operator === 'in' && right.kind === 'list') {
        return { ...part, left: of(left), right: { ...right, items: right.items.map((item) => code(item, left)) } }
      }
      return { ...part, left: code(left, right), right: code(right, left) }
    }
    case 'not':
    case 'minus':
      return { ...part, of: of(part.of) }
    case 'call':
      return { ...part, args: part.args.map(of) }
    case 'method':
      return { ...part, of: of(part.of), args: part.args.map(of) }
    case 'list':
      return { ...part, items: part.items.map(of) }
    case 'choose':
      return { ...part, condition: of(part.condition), yes: of(part.yes), no: of(part.no) }
    default:
      return part
  }
}
