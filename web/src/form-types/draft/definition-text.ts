import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import type { FieldTranslation } from '@casebook/domain/form-types/values/translations.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { blankDefinition, type Definition, parseDefinition } from './field-draft.ts'
import { checksKey, fieldNameOf } from './form-type-fields.ts'

/** What is said in its own way, or in an order of its own. */
const told = ['type', 'required', 'length', 'pattern', 'options', 'label', 'unit', 'minimum', 'maximum'] as const
const expressions = ['showIf', 'calculation'] as const

/**
 * A field's definition on one line, for a conflict or beside another version: `Text, required, Length 5, Pattern [A-Z]`.
 * Two definitions that differ have different lines.
 */
export function useDefinitionText(): (key: string, value: string) => string {
  const t = useTranslations('formTypes')
  return useCallback(
    (key, value) => {
      if (key === checksKey) return checkTexts(value, (soft) => t(soft ? 'soft' : 'hard')).join('; ')
      const definition = fieldNameOf(key) === undefined ? undefined : parseDefinition(value)
      if (!definition) return value
      const { type, required, length, pattern, label, unit, minimum, maximum, showIf, calculation, options } =
        definition
      const named = (name: string) => (t.has(`more.${name}` as 'more.label') ? t(`more.${name}` as 'more.label') : name)
      return [
        t(`types.${type}`),
        t(required ? 'required' : 'optional'),
        length && `${t('length')} ${length}`,
        pattern && `${t('pattern')} ${pattern}`,
        options.map((option) => `${option.code}: ${option.label}`).join(', '),
        label,
        unit && `${t('more.unit')} ${unit}`,
        (minimum || maximum) && `${minimum} – ${maximum}`,
        ...restOf(definition).map(([name, said]) =>
          name === 'display'
            ? `${named(name)} ${t(`displays.${definition.display}`)}`
            : name === 'translations'
              ? definition.translations.map(translationText).join('; ')
              : textOf(named(name), said),
        ),
        showIf && `${t('more.showIf')} ${showIf}`,
        calculation && `= ${calculation}`,
      ]
        .filter(Boolean)
        .join(', ')
    },
    [t],
  )
}

/** The other properties that are not blank. */
function restOf(definition: Definition): [string, unknown][] {
  const known: readonly string[] = [...told, ...expressions]
  const blank: Readonly<Record<string, unknown>> = blankDefinition
  return Object.entries(definition).filter(
    ([name, said]) => !known.includes(name) && JSON.stringify(said) !== JSON.stringify(blank[name]),
  )
}

/** What a field says in another language: `nb: Kjønn, 1: Kvinne`. */
function translationText({ language, options, ...said }: FieldTranslation): string {
  const labels = (options ?? []).map(({ code, label }) => `${code}: ${label}`)
  return `${language}: ${[...Object.values(said), ...labels].filter(Boolean).join(', ')}`
}

function textOf(name: string, said: unknown): string {
  if (said === true) return name
  return `${name} ${typeof said === 'string' ? said : JSON.stringify(said)}`
}

function checkTexts(value: string, kind: (soft: boolean) => string): string[] {
  const checks: FormCheck[] = JSON.parse(value || '[]')
  return checks.map(({ expression, message, field, soft, translations }) => {
    const said = (translations ?? []).map(({ language, message: own }) => `; ${language}: ${own}`).join('')
    return `${expression}: ${message} (${field}, ${kind(soft)}${said})`
  })
}
