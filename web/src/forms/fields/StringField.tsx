import { characterCount } from '@casebook/domain/shared/text.rules.ts'
import { useTranslations } from 'use-intl'
import { type PatternText, usePatternText } from '../values/pattern-text.ts'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'
import { Textarea, TextInput } from './plain/PlainInput.tsx'

/** From this maximum length on, a text gets several lines. */
const longText = 200

/** A short text needs no input as wide as a sentence. */
function heldBy(length: number | null | undefined) {
  if (!length || length > 24) return undefined
  return length > 10 ? 'words' : 'word'
}

const none: PatternText = { words: undefined, example: undefined }

/**
 * Text, with an example of its pattern as placeholder and, near the limit, the remaining length. What the author says of the
 * field explains the pattern; without that, it is put into words. The browser's own maxlength would
 * cut names with combining characters below the length that people count.
 */
export function StringField(props: FieldProps) {
  return props.field.pattern ? <PatternField {...props} /> : <TextField {...props} pattern={none} />
}

function PatternField(props: FieldProps) {
  return <TextField {...props} pattern={usePatternText(props.field)} />
}

function TextField({ pattern, ...props }: FieldProps & { pattern: PatternText }) {
  const { field, value, onChange, onLeave } = props
  const t = useTranslations('forms')
  const count = field.length ? characterCount(value) : 0
  const isNear = field.length ? count > field.length * 0.8 : false
  const hints = [
    !field.help && pattern.words,
    field.length && (isNear ? t('room', { count, max: field.length }) : t('atMost', { max: field.length })),
  ].filter(Boolean)
  const shared = {
    ...fieldInput(props),
    placeholder: field.placeholder ?? pattern.example,
    description: [field.help, ...hints].filter(Boolean).join(' · ') || undefined,
    value: shownText(value, props.isDisabled),
    onBlur: () => onLeave(value),
  }
  if (field.multiline || (field.length ?? 0) > longText || value.includes('\n')) {
    return <Textarea {...shared} rows={4} onChange={(event) => onChange(event.currentTarget.value)} />
  }
  return (
    <TextInput {...shared} holds={heldBy(field.length)} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
