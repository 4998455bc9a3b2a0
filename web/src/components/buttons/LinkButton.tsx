import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from './Link.tsx'

/** A link inside the app in the look of a secondary button; greyed while what it opens is open (`isOpen`). */
export function LinkButton({
  to,
  state,
  isOpen = false,
  children,
  ...rest
}: { to: string; state?: LinkProps['state']; isOpen?: boolean; children: ReactNode } & ButtonProps) {
  return (
    <Button
      component={Link}
      to={to}
      state={state}
      variant="default"
      size="xs"
      data-disabled={isOpen || undefined}
      aria-disabled={isOpen || undefined}
      {...rest}
    >
      {children}
    </Button>
  )
}
