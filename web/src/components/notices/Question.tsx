import type { ReactNode, Ref } from 'react'

/** What a person is asked in place, before something happens. Escape leaves it, and reaches nothing behind it. */
export function Question({
  label,
  onLeave,
  className,
  ref,
  children,
}: {
  /** Its accessible name: the question itself, or the heading above it. */
  label: string
  onLeave: () => void
  className?: string | undefined
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  return (
    <div
      ref={ref}
      role="alertdialog"
      aria-label={label}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
    >
      {children}
    </div>
  )
}
