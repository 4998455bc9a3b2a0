import '@mantine/core/styles/CloseButton.css'
import { CloseButton } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import classes from './History.module.css'

/** The drawer that shows a history. Its close button, Escape and a press beside it close it, and the focus returns. */
export function HistoryDialog({
  heading,
  headingRef,
  closeLabel,
  onClose,
  children,
}: {
  heading: string
  headingRef?: RefObject<HTMLHeadingElement | null>
  closeLabel: string
  onClose: () => void
  children: ReactNode
}) {
  const headingid = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-labelledby={headingid}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
      onKeyDown={() => undefined}
    >
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 id={headingid} ref={headingRef} tabIndex={-1}>
            {heading}
          </h2>
          <CloseButton aria-label={closeLabel} onClick={close} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
