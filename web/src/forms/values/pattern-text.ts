import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { exampleOf, type PatternPart, partsOfPattern } from '@casebook/domain/patterns/explained-pattern.ts'
import { useFormatter, useTranslations } from 'use-intl'

/** A field's pattern as people read it: `words` say what is asked for, and `example` is a value that follows it. */
export type PatternText = { words: string | undefined; example: string | undefined }

export function usePatternText({ pattern, placeholder }: FormTypeField): PatternText {
  const t = useTranslations('forms.pattern')
  const format = useFormatter()
  if (!pattern) return { words: undefined, example: undefined }

  function textOf(part: PatternPart): string {
    if (part.kind === 'text') return t('text', { text: part.text })
    const { kind, min, max } = part
    const quantity =
      max === undefined ? t('from', { min }) : max === min ? format.number(min) : t('between', { min, max })
    return t(kind, { quantity, count: max ?? min + 1 })
  }

  const example = exampleOf(pattern, placeholder)
  const parts = partsOfPattern(pattern)
  const words = parts && format.list(parts.map(textOf), { type: 'unit' })
  if (!words) return { words: example && t('example', { example }), example }
  return { words: example ? t('such', { words, example }) : words, example }
}
