import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { fieldNameOf, parseDefinition } from './form-type-fields.ts'

/** A field's definition on one line, for a conflict: `String, required, length 5, pattern [A-Z]`. */
export function useDefinitionText(): (key: string, value: string) => string {
  const t = useTranslations('formTypes')
  return useCallback(
    (key, value) => {
      const definition = fieldNameOf(key) === undefined ? undefined : parseDefinition(value)
      if (!definition) return value
      const { type, required, length, pattern } = definition
      return [
        type,
        t(required ? 'required' : 'optional'),
        length && `${t('length')} ${length}`,
        pattern && `${t('pattern')} ${pattern}`,
      ]
        .filter(Boolean)
        .join(', ')
    },
    [t],
  )
}
