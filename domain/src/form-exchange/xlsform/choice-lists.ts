import type { FieldOption } from '../../form-types/field-properties.ts'
import type { FieldTranslation } from '../../form-types/values/translations.ts'
import { problem } from '../../shared/problems.ts'
import { cleanName } from '../../shared/text.rules.ts'
import type { LeftOut } from '../exchange.ts'
import { optionsOf, type Question } from '../made-form.ts'
import { joined, lineOf, type Place } from '../texts.ts'
import { codeOf, labelListOf, rangeOf } from './cells.ts'
import type { QuestionType } from './question-types.ts'
import type { SheetRow } from './sheet-columns.ts'

type Listed = { row: number; option: FieldOption; said: [language: string, label: string][] }

export type Typed = Omit<Question['field'], 'required'>

/** The sheet of choices, and what questions make of its lists. */
export class ChoiceLists {
  readonly #lists = new Map<string, Listed[]>()
  readonly #used = new Set<string>()
  readonly #leftOut: LeftOut[]

  constructor(choices: readonly SheetRow[], leftOut: LeftOut[]) {
    this.#leftOut = leftOut
    for (const { row, values, said: others } of choices) {
      const list = values.get('list_name')
      const code = values.get('name') ?? ''
      const place = { sheet: 'choices', row, field: code }
      if (!list) {
        leftOut.push({ ...place, text: values.get('label') ?? code, why: problem('exchange.nameless') })
        continue
      }
      const label = lineOf(values.get('label') ?? code, place, leftOut)
      const said = [...others].flatMap(([language, texts]): Listed['said'] => {
        const text = texts.get('label')
        return text ? [[language, lineOf(text, place, leftOut)]] : []
      })
      const listed = { row, option: { code: codeOf(code), label }, said }
      this.#lists.set(list, [...(this.#lists.get(list) ?? []), listed])
    }
  }

  /** Reports the lists that no question has asked for, each once. */
  reportUnused(): void {
    for (const [list, [first]] of this.#lists) {
      if (this.#used.has(list)) continue
      this.#leftOut.push({
        sheet: 'choices',
        row: first?.row ?? null,
        field: null,
        text: list,
        why: problem('exchange.unused'),
      })
    }
  }

  #of(list: string): readonly Listed[] {
    this.#used.add(list)
    return this.#lists.get(list) ?? []
  }

  range(parameters: string, place: Place): Typed {
    const range = rangeOf(parameters)
    const labels: Pick<Typed, 'minimumLabel' | 'maximumLabel'> = {}
    const translations: FieldTranslation[] = []
    for (const { row, option, said } of this.#of(labelListOf(parameters) ?? '')) {
      const end = ends.find((name) => Number(option.code) === range[name])
      if (end) {
        labels[`${end}Label`] = option.label
        translations.push(...said.map(([language, label]) => ({ language, [`${end}Label`]: label })))
      } else {
        const why = problem('exchange.part', { params: { part: 'tick_labelset' } })
        this.#leftOut.push({ sheet: 'choices', row, field: place.field, text: option.label, why })
      }
    }
    return { ...range, ...labels, ...spoken(translations) }
  }

  choice(
    { list, multiple, hasOther }: QuestionType & { kind: 'choice' },
    appearance: string,
    isInTable: boolean,
    place: Place,
  ): Typed {
    const rows = this.#of(list)
    const given = rows.map(({ option }) => option)
    const placeOf = (at: number) => ({ sheet: 'choices', row: rows[at]?.row ?? null, field: place.field })
    const options = optionsOf(given, placeOf, this.#leftOut)
    if (hasOther && !options.some(({ code }) => code === 'other')) options.push({ code: 'other', label: 'Other' })
    if (options.length === 0) {
      this.#leftOut.push({ ...place, text: list, why: problem('exchange.options.none') })
      return { type: 'String' }
    }
    if (!multiple && options.map(({ code }) => code).join() === 'true,false') return { type: 'Boolean' }
    const isTable = isInTable || /(^|\s)(label|list-nolabel)(\s|$)/.test(appearance)
    const isList = /minimal|autocomplete|search/.test(appearance)
    const display = isTable ? 'TABLE' : isList ? 'LIST' : 'BUTTONS'
    const translations = rows.flatMap(({ option: { code }, said }) =>
      said.map(([language, label]) => ({ language, options: [{ code: cleanName(code), label }] })),
    )
    return { type: 'Choice', options, display, ...spoken(translations), ...(multiple ? { multiple } : {}) }
  }
}

const ends = ['minimum', 'maximum'] as const

function spoken(parts: readonly FieldTranslation[]): Pick<Typed, 'translations'> {
  return parts.length > 0 ? { translations: joined(parts) } : {}
}
