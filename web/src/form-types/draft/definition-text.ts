import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { parseDefinition } from './field-draft.ts'
import { checksKey, fieldNameOf } from './form-type-fields.ts'

/** A field's definition on one line, for a conflict: `String, required, length 5, pattern [A-Z]`. */
export function useDefinitionText(): (key: string, value: string) => string {
  const t = useTranslations('formTypes')
  return useCallback(
    (key, value) => {
      if (key === checksKey) return checkTexts(value).join('; ')
      const definition = fieldNameOf(key) === undefined ? undefined : parseDefinition(value)
      if (!definition) return value
      const { type, required, length, pattern, label, unit, minimum, maximum, showIf, calculation, options } =
        definition
      return [
        type,
        t(required ? 'required' : 'optional'),
        length && `${t('length')} ${length}`,
        pattern && `${t('pattern')} ${pattern}`,
        options.map((option) => `${option.code}: ${option.label}`).join(', '),
        label,
        unit,
        (minimum || maximum) && `${minimum} – ${maximum}`,
        showIf && `${t('more.showIf')} ${showIf}`,
        calculation && `= ${calculation}`,
      ]
        .filter(Boolean)
        .join(', ')
    },
    [t],
  )
}

function checkTexts(value: string): string[] {
  const checks: FormCheck[] = JSON.parse(value || '[]')
  return checks.map(({ expression, message }) => `${expression}: ${message}`)
}
