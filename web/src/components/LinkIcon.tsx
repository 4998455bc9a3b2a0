import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

/** A link inside the app as an icon with a name, for rows of a list. */
export function LinkIcon({
  to,
  label,
  children,
  state,
}: {
  to: string
  label: string
  children: ReactNode
  state?: LinkProps['state']
}) {
  return (
    <ActionIcon
      component={Link}
      to={to}
      state={state}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
    >
      {children}
    </ActionIcon>
  )
}
