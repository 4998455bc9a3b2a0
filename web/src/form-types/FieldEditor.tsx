import { fieldTypes } from '@casebook/domain/form-types/fields.ts'
import { whyNotField } from '@casebook/domain/form-types/form-types.rules.ts'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSubmission } from '../components/use-submission.ts'
import classes from './FieldEditor.module.css'
import { type FieldDraft, fieldOfDraft } from './field-draft.ts'

/** A field row while it is edited: judged when it is confirmed. Enter confirms, Escape leaves it as it was. */
export function FieldEditor({
  field,
  otherNames,
  onConfirm,
  onCancel,
}: {
  field: FieldDraft
  otherNames: readonly string[]
  onConfirm: (field: FieldDraft) => void
  onCancel: () => void
}) {
  const t = useTranslations('formTypes')
  const [typed, setTyped] = useState(field)
  const first = useRef<HTMLInputElement>(null)
  const { submit, errorOf, clear } = useSubmission(['name', 'length', 'pattern'], async () => {
    const problem = whyNotField(fieldOfDraft(typed), '', otherNames)
    if (problem?.reason === 'field.name.duplicate') console.info('Duplicated field')
    if (problem) throw problem
  })

  useEffect(() => first.current?.focus(), [])

  function change(part: Partial<FieldDraft>, name?: string) {
    setTyped({ ...typed, ...part })
    if (name) clear(name)
  }

  async function confirm() {
    if (await submit()) onConfirm(typed)
  }

  return (
    <fieldset
      className={classes.editor}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault()
          void confirm()
        }
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          onCancel()
        }
      }}
    >
      <legend className={classes.legend}>{field.isSaved ? t('editField', { name: field.name }) : t('newField')}</legend>
      <TextInput
        ref={field.isSaved ? undefined : first}
        label={t('name')}
        description={field.isSaved ? t('nameFixed') : undefined}
        value={typed.name}
        error={errorOf('name')}
        disabled={field.isSaved}
        withAsterisk={!field.isSaved}
        aria-required
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value }, 'name')}
      />
      <NativeSelect
        label={t('type')}
        value={typed.type}
        onChange={(event) => {
          const type = fieldTypes.find((each) => each === event.currentTarget.value)
          if (type) change({ type }, 'pattern')
        }}
      >
        {fieldTypes.map((type) => (
          <option key={type} value={type}>
            {t(type)}
          </option>
        ))}
      </NativeSelect>
      {typed.type === 'String' && (
        <TextInput
          label={t('length')}
          description={t('lengthHint')}
          inputMode="numeric"
          value={typed.length}
          error={errorOf('length')}
          autoComplete="off"
          onChange={(event) => change({ length: event.currentTarget.value }, 'length')}
        />
      )}
      {(typed.type === 'String' || typed.type === 'Choice') && (
        <TextInput
          label={typed.type === 'Choice' ? t('options') : t('pattern')}
          description={typed.type === 'Choice' ? t('optionsHint') : t('patternHint')}
          value={typed.pattern}
          error={errorOf('pattern')}
          withAsterisk={typed.type === 'Choice'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ pattern: event.currentTarget.value }, 'pattern')}
        />
      )}
      <Checkbox
        className={classes.whole}
        label={t('required')}
        checked={typed.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      <div className={classes.actions}>
        <Button size="xs" onClick={() => void confirm()}>
          {t('confirmField')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
