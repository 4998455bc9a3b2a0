import '@mantine/core/styles/CloseButton.css'
import { CloseButton } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { useTranslations } from 'use-intl'
import classes from './FloatingNotice.module.css'

/** A notice over the screen's lower corner, with actions. Where there is room for one, the left one is in front. */
export function FloatingNotice({
  side,
  icon,
  text,
  below,
  actions,
  onClose,
  onEscape,
  ref,
}: {
  side: 'left' | 'right'
  icon: ReactNode
  text: string
  below?: ReactNode
  actions: ReactNode
  onClose: () => void
  /** Omit if Escape is not for this notice. */
  onEscape?: () => void
  ref?: Ref<HTMLElement>
}) {
  const t = useTranslations('components')
  const textid = useId()
  return (
    <section
      ref={ref}
      aria-labelledby={textid}
      className={classes.notice}
      data-side={side}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onEscape) return
        event.preventDefault()
        onEscape()
      }}
    >
      {icon}
      <div className={classes.text}>
        <p id={textid} role="status">
          {text}
        </p>
        {below}
      </div>
      {actions}
      <CloseButton aria-label={t('close')} onClick={onClose} />
    </section>
  )
}
