import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './HelpText.module.css'

/** A short text behind a "?": a button beside a heading, and the text below the heading while it is shown. */
export function useHelpText(heading: string, text: string | undefined) {
  const t = useTranslations('components')
  const textid = useId()
  const [isShown, setIsShown] = useState(false)
  if (text === undefined) return { button: undefined, text: undefined }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isShown) return
    event.stopPropagation()
    setIsShown(false)
  }

  const button = (
    <ActionIcon
      variant="subtle"
      color={isShown ? undefined : 'gray'}
      size="md"
      radius="xl"
      className={classes.mark}
      aria-label={t('helpOn', { heading })}
      aria-expanded={isShown}
      aria-controls={isShown ? textid : undefined}
      onClick={() => setIsShown(!isShown)}
      onKeyDown={onKeyDown}
    >
      <IconHelpCircle size={18} aria-hidden />
    </ActionIcon>
  )
  return { button, text: isShown ? <p id={textid}>{text}</p> : undefined }
}
