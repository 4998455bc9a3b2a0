import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FirmButton } from '../buttons/FirmButton.tsx'
import { Notice } from './Notice.tsx'
import { Question } from './Question.tsx'

/** A warning that asks whether to go on. The button that changes nothing has the focus; Escape does the same. */
export function NoticeQuestion({
  title,
  children,
  stay,
  act,
  isBusy,
  onStay,
  onAct,
}: {
  title: string
  /** What going on means. */
  children: ReactNode
  /** The text of the button that changes nothing. */
  stay: string
  /** The text of the button that goes on. */
  act: string
  isBusy?: boolean
  onStay: () => void
  onAct: () => void
}) {
  return (
    <Question label={title} onLeave={onStay}>
      <Notice
        kind="warning"
        title={title}
        action={
          <>
            <Button size="xs" variant="default" onClick={onStay} autoFocus>
              {stay}
            </Button>
            <FirmButton size="xs" loading={isBusy} onClick={onAct}>
              {act}
            </FirmButton>
          </>
        }
      >
        {children}
      </Notice>
    </Question>
  )
}
