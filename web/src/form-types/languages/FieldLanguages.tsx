import { choiceOptions } from '@casebook/domain/form-types/field-properties.ts'
import { fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import type { FieldTranslation } from '@casebook/domain/form-types/values/translations.ts'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { FieldDraft } from '../draft/field-draft.ts'
import classes from './LanguagesPart.module.css'
import { LanguagesPart } from './LanguagesPart.tsx'
import { withOption, withSaid } from './languages.ts'

/** The texts of a field in other languages: for each text that it has, and each option, an input. */
export function FieldLanguages({
  typed,
  languages,
  error,
  onChange,
}: {
  typed: FieldDraft
  /** Those of the whole form type. */
  languages: readonly string[]
  error: string | undefined
  onChange: (translations: FieldTranslation[]) => void
}) {
  const t = useTranslations('formTypes')
  const { translations } = typed
  const isChoice = fieldTypeOf[typed.type].patternUse === 'options'
  const ofPattern = typed.pattern.trim() === '' ? [] : choiceOptions(typed.pattern)
  const coded = typed.options.length > 0 ? typed.options : ofPattern.map((code) => ({ code, label: code }))
  const options = isChoice ? coded.filter(({ code }) => code.trim() !== '') : []
  const isScale = typed.display === 'SCALE'
  const texts = (['section', 'placeholder', 'minimumLabel', 'maximumLabel'] as const).filter(
    (name) => typed[name].trim() !== '' && (isScale || !name.endsWith('Label')),
  )
  const own = translations.map(({ language }) => language)

  return (
    <LanguagesPart languages={[...own, ...languages]} error={error}>
      {(language) => {
        const said = translations.find((one) => one.language === language) ?? { language }
        const say = (part: Partial<FieldTranslation>) => onChange(withSaid(translations, { ...said, ...part }))
        return (
          <>
            <TextInput
              lang={language}
              label={t('more.label')}
              placeholder={typed.label.trim() || typed.name}
              value={said.label ?? ''}
              autoComplete="off"
              onChange={(event) => say({ label: event.currentTarget.value })}
            />
            {texts.map((name) => (
              <TextInput
                key={name}
                lang={language}
                label={t(`more.${name}`)}
                placeholder={typed[name]}
                value={said[name] ?? ''}
                autoComplete="off"
                onChange={(event) => say({ [name]: event.currentTarget.value })}
              />
            ))}
            {typed.help.trim() !== '' && (
              <Textarea
                className={classes.whole}
                lang={language}
                label={t('more.help')}
                placeholder={typed.help}
                value={said.help ?? ''}
                rows={2}
                onChange={(event) => say({ help: event.currentTarget.value })}
              />
            )}
            {options.map(({ code, label }) => (
              <TextInput
                key={code}
                size="xs"
                lang={language}
                label={label || code}
                value={said.options?.find((option) => option.code === code)?.label ?? ''}
                autoComplete="off"
                onChange={(event) =>
                  onChange(withSaid(translations, withOption(said, code, event.currentTarget.value)))
                }
              />
            ))}
          </>
        )
      }}
    </LanguagesPart>
  )
}
