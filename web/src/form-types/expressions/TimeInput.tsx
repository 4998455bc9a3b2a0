import type { FieldType } from '@casebook/domain/form-types/field-types.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { shownTime, typedTime } from './day-text.ts'
import { useTimeWords } from './time-words.ts'

/**
 * An input for a day or a moment of a condition, in words of the screen and the zone of the study. What is typed stays
 * as it is until it is left: a day is the beginning of a moment that is still being typed.
 */
export function TimeInput({
  type,
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type'> & {
  type: FieldType
  value: string
  onChange: (value: string) => void
}) {
  const words = useTimeWords()
  const [typed, setTyped] = useState<string>()
  // Undo changes the value below what was typed.
  const isTyped = typed !== undefined && typedTime(typed, words, type) === value
  return (
    <TextInput
      {...rest}
      value={isTyped ? typed : shownTime(value, words, type)}
      autoComplete="off"
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(typedTime(text, words, type))
      }}
    />
  )
}
