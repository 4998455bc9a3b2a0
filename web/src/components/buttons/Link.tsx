import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useLocation, useNavigate, useResolvedPath } from 'react-router'

/** `to`: an address in the app. `state`: kept with it in the history. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/**
 * A link inside the app. The library's own would add 5 kB to the first load for prefetching and forms, which this app
 * does not use.
 */
export function Link({ to, state, target, onClick, ...rest }: LinkProps) {
  const path = useResolvedPath(to)
  const href = createPath(path)
  const navigate = useNavigate()
  const isHere = href === createPath(useLocation())

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isOrdinary = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (event.defaultPrevented || !isOrdinary || target !== undefined) return
    event.preventDefault()
    // As a browser does: a link to the page itself adds no step back.
    void navigate(path, { state, replace: isHere })
  }

  return <a {...rest} href={href} target={target} onClick={follow} />
}
