import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** When a device was put on or taken off, in a common notation; empty for now. */
export function WornTimeInput({
  name,
  label,
  zone,
  value,
  error,
  isDisabled,
  onChange,
  onBlur,
}: {
  name: string
  label: string
  zone: string
  value: string
  error?: string | undefined
  isDisabled?: boolean
  onChange: (text: string) => void
  onBlur?: () => void
}) {
  const t = useTranslations('subject')
  return (
    <TextInput
      name={name}
      label={label}
      description={t('wornTimeHint', { zone })}
      placeholder={t('wornNowHint')}
      autoComplete="off"
      value={value}
      error={error}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}
