import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { isRepeating, repeatsKey, typedRepeats } from '@casebook/domain/shared/record-fields/repeats.ts'
import { Checkbox } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '../../components/list/DataList.tsx'
import type { Editor } from '../../records/use-record.ts'

/** Whether a subject may have several of a type. The server refuses to turn it off while one has two. */
export function RepeatsSwitch<Row, Data>({
  editor,
  isDisabled = false,
  onChange = (repeats) => editor.type({ [repeatsKey]: repeats }),
}: {
  editor: Editor<Row, Data>
  isDisabled?: boolean
  onChange?: (repeats: string) => void
}) {
  const t = useTranslations('study')
  return (
    <Checkbox
      name={repeatsKey}
      label={t('repeats')}
      description={t('repeatsHint')}
      checked={isRepeating(editor.fields)}
      error={editor.errorOf(repeatsKey)}
      disabled={isDisabled}
      onChange={(event) => onChange(typedRepeats(event.currentTarget.checked))}
    />
  )
}

/** The label of the field, and its value in words: for a question about it. */
export function useRepeatsText() {
  const t = useTranslations('study')
  return { label: t('repeats'), text: (value: string) => t(value === '' ? 'repeatsNo' : 'repeatsYes') }
}

/** The column of a list of types in which some repeat. */
export function useRepeatsColumn<Row extends { repeats: boolean }>(rows: readonly Row[] | undefined): Column<Row>[] {
  const t = useTranslations('study')
  const isShown = rows?.some(({ repeats }) => repeats)
  return useMemo(
    () =>
      isShown
        ? [
            {
              key: repeatsKey,
              header: t('repeatsColumn'),
              cell: ({ repeats }) => t(repeats ? 'repeatsYes' : 'repeatsNo'),
            },
          ]
        : [],
    [t, isShown],
  )
}
