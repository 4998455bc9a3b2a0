import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

/** A link inside the app in the look of a secondary button. */
export function LinkButton({
  to,
  state,
  children,
  ...rest
}: { to: string; state?: LinkProps['state']; children: ReactNode } & ButtonProps) {
  return (
    <Button component={Link} to={to} state={state} variant="default" size="xs" {...rest}>
      {children}
    </Button>
  )
}
