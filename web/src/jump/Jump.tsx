import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSelectedSiteid } from '../browser/selected-site.ts'
import { loadScreens } from '../texts/catalogue.ts'
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
  const [shown, setShown] = useState<'jump' | 'keys'>()
  useNoteOpened()

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!document.querySelector('dialog[open]')) setShown('jump')
        return
      }
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isTyped(event.target) || !isQuestionMarkUsed()) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      setShown('keys')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const close = () => setShown(undefined)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('goTo')}
        title={t('goToKey')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setShown('jump')}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      <Suspense>
        {shown === 'jump' && <JumpDialog onClose={close} showKeys={() => setShown('keys')} />}
        {shown === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
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
