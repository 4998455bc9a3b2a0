import { fieldTypeOf, fieldTypes } from '@casebook/domain/form-types/field-types.ts'
import { whyNotField } from '@casebook/domain/form-types/form-types.rules.ts'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusOnRefusal } from '../../components/form/FormActions.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import classes from './FieldEditor.module.css'
import { type FieldDraft, fieldOfDraft } from './field-draft.ts'

/** A field row in edit mode, validated when it is confirmed. Enter confirms, Escape cancels. */
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
  const { hasLength, patternUse } = fieldTypeOf[typed.type]
  const { submit, errorOf, clear, failed } = useSubmission(['name', 'length', 'pattern'], async () => {
    const problem = whyNotField(fieldOfDraft(typed), '', otherNames)
    if (problem?.reason === 'field.name.duplicate') console.info('Duplicated field')
    if (problem) throw problem
  })

  const editor = useRef<HTMLFieldSetElement>(null)
  useFocusOnRefusal(failed, editor)
  // The name of a saved field is disabled, so its type gets the focus.
  useEffect(() => editor.current?.querySelector<HTMLElement>(':is(input, select):enabled')?.focus(), [])

  function change(part: Partial<FieldDraft>, name?: string) {
    setTyped({ ...typed, ...part })
    if (name) clear(name)
  }

  async function confirm() {
    if (await submit()) onConfirm(typed)
  }

  return (
    <fieldset
      ref={editor}
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
            {t(`types.${type}`)}
          </option>
        ))}
      </NativeSelect>
      {hasLength && (
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
      {patternUse !== 'none' && (
        <TextInput
          label={patternUse === 'options' ? t('options') : t('pattern')}
          description={patternUse === 'options' ? t('optionsHint') : t('patternHint')}
          value={typed.pattern}
          error={errorOf('pattern')}
          withAsterisk={patternUse === 'options'}
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
