import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useFocusNext } from '../../components/form/use-focus-next.ts'
import { notSaved } from '../draft/enter.ts'
import { ConditionInput } from '../expressions/ConditionInput.tsx'
import type { KnownField } from '../expressions/known-fields.ts'
import { LanguagesPart } from '../languages/LanguagesPart.tsx'
import { languagesOf, withSaid } from '../languages/languages.ts'
import classes from './ChecksPart.module.css'

/** The rules across fields: what must be true, the study's own sentence where it is not, and at which field it stands. */
export function ChecksPart({
  checks,
  fields,
  errorOf,
  onChange,
}: {
  checks: readonly FormCheck[]
  fields: readonly KnownField[]
  /** Why the expression of the check at this place is refused, or its sentence. */
  errorOf: (place: number, part: 'expression' | 'message') => string | undefined
  /** `into`: the text that is typed letter by letter. */
  onChange: (checks: FormCheck[], into?: string) => void
}) {
  const t = useTranslations('formTypes')
  // What is half made in a check stays with it when another is removed.
  const [known, setKnown] = useState<readonly number[]>([])
  const keys = keysOf(known, checks.length)
  const languages = languagesOf(fields.map(({ field }) => field))
  const section = useRef<HTMLElement>(null)
  const focusNext = useFocusNext(section)

  function change(place: number, part: Partial<FormCheck>, into?: string) {
    const next = checks.map((check, index) => (index === place ? { ...check, ...part } : check))
    onChange(next, into && `checks.${place}.${into}`)
  }

  function remove(place: number) {
    setKnown(keys.toSpliced(place, 1))
    focusNext(`[data-remove="${Math.min(place, checks.length - 2)}"] button`, '[data-add-check]')
    onChange(checks.toSpliced(place, 1))
  }

  return (
    <section ref={section} className={classes.checks} aria-label={t('checks')} onKeyDown={notSaved}>
      <h3 className={classes.heading}>{t('checks')}</h3>
      {checks.map((check, place) => (
        <fieldset key={keys[place]} data-check={place} className={classes.check}>
          <legend className={classes.legend}>{t('checkNumber', { place: place + 1 })}</legend>
          <ConditionInput
            label={t('mustHold')}
            sentence={(words) => t('mustHoldThat', { words })}
            value={check.expression}
            error={errorOf(place, 'expression')}
            fields={fields}
            onChange={(expression, into) => change(place, { expression }, into)}
          />
          <TextInput
            label={t('checkMessage')}
            value={check.message}
            error={errorOf(place, 'message')}
            autoComplete="off"
            onChange={(event) => change(place, { message: event.currentTarget.value }, 'message')}
          />
          <LanguagesPart languages={[...(check.translations ?? []).map(({ language }) => language), ...languages]}>
            {(language) => (
              <TextInput
                lang={language}
                label={t('checkMessage')}
                placeholder={check.message}
                value={check.translations?.find((said) => said.language === language)?.message ?? ''}
                autoComplete="off"
                onChange={(event) => {
                  const said = { language, message: event.currentTarget.value }
                  change(place, { translations: withSaid(check.translations ?? [], said) }, `message.${language}`)
                }}
              />
            )}
          </LanguagesPart>
          <div className={classes.row}>
            <NativeSelect
              label={t('checkField')}
              value={check.field}
              onChange={(event) => change(place, { field: event.currentTarget.value })}
            >
              {!fields.some(({ field }) => field.name === check.field) && <option>{check.field}</option>}
              {fields.map(({ field, label }) => (
                <option key={field.name} value={field.name}>
                  {label}
                </option>
              ))}
            </NativeSelect>
            <NativeSelect
              label={t('checkKind')}
              value={check.soft ? 'soft' : 'hard'}
              onChange={(event) => change(place, { soft: event.currentTarget.value === 'soft' })}
            >
              <option value="hard">{t('hard')}</option>
              <option value="soft">{t('soft')}</option>
            </NativeSelect>
            <span data-remove={place}>
              <IconButton label={t('removeCheck', { place: place + 1 })} onClick={() => remove(place)}>
                <IconTrash size={18} aria-hidden />
              </IconButton>
            </span>
          </div>
        </fieldset>
      ))}
      <Button
        size="xs"
        variant="default"
        className={classes.add}
        data-add-check
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={fields.length === 0}
        onClick={() => {
          focusNext(`[data-check="${checks.length}"] button`)
          onChange([...checks, { expression: '', message: '', field: fields[0]?.field.name ?? '', soft: false }])
        }}
      >
        {t('addCheck')}
      </Button>
    </section>
  )
}

/** A key for each check: those that are known, then new ones. */
function keysOf(known: readonly number[], count: number): number[] {
  const kept = known.slice(0, count)
  const next = Math.max(-1, ...kept) + 1
  return [...kept, ...Array.from({ length: count - kept.length }, (_, more) => next + more)]
}
