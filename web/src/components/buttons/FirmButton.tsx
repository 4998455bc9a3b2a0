import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

/** The button of an act that a person is asked to confirm, such as removing or leaving: dark, and not the dark red. */
export function FirmButton(props: ButtonProps & ComponentPropsWithoutRef<'button'>) {
  return <Button color="var(--cb-ink)" c="var(--cb-raised)" {...props} />
}
