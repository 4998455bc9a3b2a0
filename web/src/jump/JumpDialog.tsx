import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './JumpDialog.module.css'
import field from './JumpField.module.css'
import { findItems, type JumpItem, placeOf } from './jump-items.ts'
import { useJumpItems } from './use-jump-items.ts'

/** How many results have a shortcut: Alt with 1 to 9. */
const keyed = 9

/** One field over a dimmed page. Finds subjects, studies, devices, screens and actions while typing. */
export function JumpDialog({
  typed,
  onClose,
  showKeys,
}: {
  /** What was typed before the dialog was loaded, told when it is drawn. */
  typed: () => string
  onClose: () => void
  showKeys: () => void
}) {
  const t = useTranslations('jump')
  const listid = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState(typed)
  const [chosenid, setChosenid] = useState<string>()
  const found = findItems(useJumpItems(text, showKeys), text)
  const chosen = placeOf(found, chosenid)

  useEffect(() => {
    dialog.current?.showModal()
    // Typing goes on after what is there already.
    const input = dialog.current?.querySelector('input')
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  useEffect(() => {
    document.getElementById(`${listid}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listid, chosen])

  function go(item: JumpItem | undefined) {
    if (!item) return
    // The dialog restores the focus first, so that the opening page may take it.
    onClose()
    item.go()
  }

  function onKeyDown(event: KeyboardEvent) {
    const moved = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }[event.key]
    if (moved !== undefined && found.length > 0) setChosenid(found[(moved + found.length) % found.length]?.id)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[chosen])
    else if (event.altKey && /^Digit[1-9]$/.test(event.code)) go(found[Number(event.code.slice(5)) - 1])
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={field.dialog}
      aria-label={t('heading')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className={field.body}>
        <TextInput
          role="combobox"
          aria-label={t('label')}
          aria-expanded
          aria-controls={listid}
          aria-activedescendant={found.length > 0 ? `${listid}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder={t('label')}
          leftSection={<IconSearch size={18} aria-hidden />}
          size="md"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosenid(undefined)
          }}
        />
        <div id={listid} role="listbox" aria-label={t('results')} className={classes.list}>
          {found.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys; aria-activedescendant names the option
            <div
              key={item.id}
              id={`${listid}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={classes.option}
              onClick={() => go(item)}
            >
              <span className={classes.name}>{item.name}</span>
              <span className={classes.aside}>
                {t(`kinds.${item.kind}`)}
                {item.aside && ` · ${item.aside}`}
              </span>
              {index < keyed && <kbd className={classes.key}>Alt {index + 1}</kbd>}
            </div>
          ))}
        </div>
        <p role="status" className={classes.nothing}>
          {found.length === 0 && t('nothing', { text })}
        </p>
      </div>
    </dialog>
  )
}
