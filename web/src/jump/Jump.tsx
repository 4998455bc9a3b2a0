import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSelectedSiteid } from '../browser/selected-site.ts'
import { loadScreens } from '../texts/catalogue.ts'
import { JumpWaiting } from './JumpWaiting.tsx'
import { isQuestionMarkUsed } from './keys/question-mark.ts'
import { noteOpened } from './opened.ts'

const JumpDialog = lazy(async () => {
  const [{ JumpDialog: Dialog }] = await Promise.all([import('./JumpDialog.tsx'), loadScreens()])
  return { default: Dialog }
})
const KeysDialog = lazy(async () => {
  const [{ KeysDialog: Dialog }] = await Promise.all([import('./keys/KeysDialog.tsx'), loadScreens()])
  return { default: Dialog }
})

/** Listens for Ctrl or ⌘ with K, and for `?`. Renders a button for people without a keyboard. */
export function Jump() {
  const t = useTranslations('app')
  const [shown, setShown] = useState<{ what: 'jump' | 'keys'; round: number }>()
  useNoteOpened()
  /** What was typed into the field of a dialog that is being loaded. */
  const typed = useRef('')
  const show = useCallback((what: 'jump' | 'keys') => {
    typed.current = ''
    setShown((before) => ({ what, round: (before?.round ?? 0) + 1 }))
  }, [])

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!document.querySelector('dialog[open]')) show('jump')
        return
      }
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isTyped(event.target) || !isQuestionMarkUsed()) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      show('keys')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [show])

  // The browser says that a dialog was closed a moment after Escape: by then another may be open.
  const close = () => setShown((now) => (now === shown ? undefined : now))
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('goTo')}
        title={t('goToKey')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show('jump')}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {shown?.what === 'jump' && (
        <Suspense
          key={shown.round}
          fallback={
            <JumpWaiting
              onType={(text) => {
                typed.current = text
              }}
              onClose={close}
            />
          }
        >
          <JumpDialog typed={() => typed.current} onClose={close} showKeys={() => show('keys')} />
        </Suspense>
      )}
      <Suspense>{shown?.what === 'keys' && <KeysDialog key={shown.round} onClose={close} />}</Suspense>
    </>
  )
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** Notes each visited page once its title names its content. */
function useNoteOpened() {
  const siteid = useSelectedSiteid()
  useEffect(() => {
    const watch = new MutationObserver(() => noteOpened(location.pathname, document.title, siteid))
    watch.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => watch.disconnect()
  }, [siteid])
}
