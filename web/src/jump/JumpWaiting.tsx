import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './JumpField.module.css'

/** In place of JumpDialog until its code is loaded, so that the keys typed meanwhile arrive in its field. */
export function JumpWaiting({ onType, onClose }: { onType: (text: string) => void; onClose: () => void }) {
  const t = useTranslations('app')
  const ref = useRef<HTMLDialogElement>(null)
  const isShown = useRef(true)
  useLayoutEffect(() => {
    const dialog = ref.current
    isShown.current = true
    dialog?.showModal()
    return () => {
      isShown.current = false
      // The focus goes back to where it was, so that the next dialog finds it there.
      dialog?.close()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-label={t('goTo')}
      aria-busy
      onClose={() => isShown.current && onClose()}
    >
      <div className={classes.body}>
        <TextInput
          aria-label={t('goTo')}
          leftSection={<IconSearch size={18} aria-hidden />}
          size="md"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </div>
    </dialog>
  )
}
