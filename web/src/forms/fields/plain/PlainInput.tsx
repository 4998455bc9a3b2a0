import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './PlainInput.module.css'

const looks = Input.classes
const wrapperLooks = Input.Wrapper.classes

type Described = {
  label: string
  description?: string | undefined
  error?: string | undefined
  withAsterisk?: boolean
}

/** What goes in, which tells how wide the input is. Without it, any text. */
type Held = 'number' | 'time' | 'date' | 'dateTime' | 'word' | 'words'

type Around = Described & {
  isDisabled: boolean | undefined
  isMultiline?: boolean
  isSelect?: boolean
  holds?: Held | undefined
  /** Inside the input, at its end. */
  rightSection?: ReactNode
  children: (input: ReturnType<typeof inputOf>) => ReactNode
}

/** What the input itself needs of the wrapper around it. */
function inputOf(id: string, { description, error }: Described) {
  const said = [error && `${id}-error`, description && `${id}-description`].filter(Boolean)
  return {
    id,
    className: `${looks.input} mantine-Input-input`,
    'data-variant': 'default',
    'data-error': error ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': said.length > 0 ? said.join(' ') : undefined,
  } as const
}

/**
 * An input with its label, its description and what is wrong with it. Looks like Mantine's, whose inputs cost six times
 * as much to draw: a form may have 500.
 */
function Around({ isDisabled, isMultiline, isSelect, holds, rightSection, children, ...described }: Around) {
  const id = useId()
  const { label, description, error, withAsterisk } = described
  return (
    <div className={`${wrapperLooks.root} mantine-InputWrapper-root`} data-error={error ? true : undefined}>
      <label className={`${wrapperLooks.label} mantine-InputWrapper-label`} htmlFor={id}>
        {label}
        {withAsterisk && (
          <span className={wrapperLooks.required} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      <div
        className={`${looks.wrapper} ${classes.wrapper}`}
        data-variant="default"
        data-error={error ? true : undefined}
        data-disabled={isDisabled || undefined}
        data-multiline={isMultiline || undefined}
        data-pointer={isSelect || undefined}
        data-holds={holds}
        data-with-right-section={rightSection ? true : undefined}
        data-followed={error || description ? true : undefined}
      >
        {children(inputOf(id, described))}
        {rightSection && (
          <div className={looks.section} data-position="right">
            {rightSection}
          </div>
        )}
      </div>
      {description && (
        <p id={`${id}-description`} className={wrapperLooks.description}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={wrapperLooks.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** One line of text. */
export function TextInput({
  label,
  description,
  error,
  withAsterisk = false,
  rightSection,
  holds,
  ...input
}: Described & { rightSection?: ReactNode; holds?: Held } & Omit<ComponentProps<'input'>, keyof Described>) {
  const around = { label, description, error, withAsterisk, rightSection, holds, isDisabled: input.disabled }
  return <Around {...around}>{(own) => <input {...input} {...own} />}</Around>
}

/** Several lines of text. */
export function Textarea({
  label,
  description,
  error,
  withAsterisk = false,
  ...input
}: Described & Omit<ComponentProps<'textarea'>, keyof Described>) {
  const around = { label, description, error, withAsterisk, isDisabled: input.disabled }
  return (
    <Around {...around} isMultiline>
      {(own) => <textarea {...input} {...own} />}
    </Around>
  )
}

/** One of several options, in the browser's own list. */
export function NativeSelect({
  label,
  description,
  error,
  withAsterisk = false,
  ...input
}: Described & Omit<ComponentProps<'select'>, keyof Described>) {
  const around = { label, description, error, withAsterisk, isDisabled: input.disabled }
  const chevron = <IconChevronDown size={16} aria-hidden className={classes.chevron} />
  return (
    <Around {...around} isSelect rightSection={chevron}>
      {(own) => <select {...input} {...own} />}
    </Around>
  )
}
