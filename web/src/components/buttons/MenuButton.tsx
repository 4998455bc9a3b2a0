import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './MenuButton.module.css'

/**
 * A button that opens a short menu below it. Pass links and buttons with role="menuitem" as children. Arrow keys, Home
 * and End move; Escape, Tab and a click elsewhere close. Kept small, because it is part of the initial load.
 */
export function MenuButton({
  label,
  text,
  short,
  children,
}: {
  label: string
  text: string
  /** Shown where there is no room for the text. */
  short: string
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const menuid = useId()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function items(): HTMLElement[] {
    return [...(place.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  }

  function move(key: string) {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key]
    if (to === undefined) return false
    all.at(to % all.length)?.focus()
    return true
  }

  useEffect(() => {
    if (!isOpen) return
    place.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    function onPointer(event: PointerEvent) {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])

  return (
    <div ref={place} className={classes.place}>
      <Button
        ref={button}
        variant="subtle"
        color="gray"
        className={classes.button}
        aria-label={label}
        title={text}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuid : undefined}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            setIsOpen(true)
          }
        }}
      >
        <span className={classes.text}>{text}</span>
        <span className={classes.short} data-text={short} />
      </Button>
      {isOpen && (
        <div
          id={menuid}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classes.menu}
          onClick={() => setIsOpen(false)}
          onKeyDown={(event) => {
            if (move(event.key)) event.preventDefault()
            if (event.key === 'Escape') button.current?.focus()
            if (event.key === 'Escape' || event.key === 'Tab') setIsOpen(false)
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}
