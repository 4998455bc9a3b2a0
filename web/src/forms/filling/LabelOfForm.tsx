import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FieldStack } from '../../components/form/FieldStack.tsx'
import type { Editor } from '../../records/use-record.ts'
import { labelKey } from '../values/judged-form.ts'

/** The label that tells one of several forms of a type from the others. */
export function LabelOfForm({
  editor,
  value = '',
  isDisabled,
}: {
  editor: Pick<Editor, 'type' | 'check' | 'errorOf'>
  value: string | undefined
  isDisabled: boolean
}) {
  const t = useTranslations('forms')
  return (
    <FieldStack>
      <TextInput
        label={t('label')}
        description={t('labelHint')}
        autoComplete="off"
        value={value}
        error={isDisabled ? undefined : editor.errorOf(labelKey)}
        disabled={isDisabled}
        onChange={(event) => editor.type({ [labelKey]: event.currentTarget.value })}
        onBlur={() => editor.check(labelKey)}
      />
    </FieldStack>
  )
}
