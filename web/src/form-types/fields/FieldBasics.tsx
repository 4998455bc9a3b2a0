import { fieldTypeOf, fieldTypes } from '@casebook/domain/form-types/field-types.ts'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { useTranslations } from 'use-intl'
import { isList } from '../../records/pasted/is-list.ts'
import { type FieldDraft, hasCodes } from '../draft/field-draft.ts'
import classes from './FieldEditor.module.css'

/** What every field has, in the order in which it is typed: name, type, whether it is required, and what its type needs. */
export function FieldBasics({
  typed,
  errorOf,
  onChange,
  onPaste,
}: {
  typed: FieldDraft
  errorOf: (name: string) => string | undefined
  onChange: (part: Partial<FieldDraft>) => void
  /** A list was pasted into the name of a new field. */
  onPaste: ((text: string) => void) | undefined
}) {
  const t = useTranslations('formTypes')
  const { hasLength, patternUse, column } = fieldTypeOf[typed.type]
  return (
    <>
      <TextInput
        label={t('name')}
        description={typed.isSaved ? t('nameFixed') : undefined}
        value={typed.name}
        error={errorOf('name')}
        disabled={typed.isSaved}
        withAsterisk={!typed.isSaved}
        aria-required
        autoComplete="off"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!onPaste || !isList(text)) return
          event.preventDefault()
          onPaste(text)
        }}
      />
      <NativeSelect
        label={t('type')}
        value={typed.type}
        onChange={(event) => {
          const type = fieldTypes.find((each) => each === event.currentTarget.value)
          if (type) onChange({ type, pattern: typed.pattern })
        }}
      >
        {fieldTypes.map((type) => (
          <option key={type} value={type}>
            {t(`types.${type}`)}
          </option>
        ))}
      </NativeSelect>
      {column && (
        <Checkbox
          className={classes.required}
          label={t('required')}
          checked={typed.required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      )}
      {hasLength && (
        <TextInput
          label={t('length')}
          description={t('lengthHint')}
          inputMode="numeric"
          value={typed.length}
          error={errorOf('length')}
          autoComplete="off"
          onChange={(event) => onChange({ length: event.currentTarget.value })}
        />
      )}
      {patternUse !== 'none' && !hasCodes(typed) && (
        <TextInput
          label={patternUse === 'options' ? t('options') : t('pattern')}
          description={patternUse === 'options' ? t('optionsHint') : t('patternHint')}
          value={typed.pattern}
          error={errorOf('pattern')}
          withAsterisk={patternUse === 'options'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ pattern: event.currentTarget.value })}
        />
      )}
    </>
  )
}
