import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './buttons/IconButton.tsx'
import classes from './RowMenu.module.css'

/**
 * A button in a row that opens a menu of actions. It closes on Escape, on a click elsewhere, when it loses the focus
 * and when one of its plain buttons was pressed. An action that asks for confirmation (ConfirmRemoval) keeps it open.
 */
export function RowMenu({
  label,
  removal,
  children,
}: {
  label: string
  /** The record that the ConfirmRemoval in it removes. Its button gets the focus after an Undo. */
  removal?: string | undefined
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector<HTMLElement>('button:enabled, a')?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'nearest' })
    function onOutside(event: Event) {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [isOpen])

  function close() {
    setIsOpen(false)
    opener.current?.focus()
  }

  return (
    <span ref={place} className={classes.place} data-removal={isOpen ? undefined : removal}>
      <IconButton ref={opener} label={label} isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <IconDots size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it whichever of its buttons has the focus
        <div
          ref={list}
          className={classes.list}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return
            event.preventDefault()
            close()
          }}
        >
          {children(() => setIsOpen(false))}
        </div>
      )}
    </span>
  )
}
