import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox, CloseButton } from '@mantine/core'
import { Fragment, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './KeysDialog.module.css'
import { useQuestionMark } from './question-mark.ts'

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const keys = [
  ['jump', [`${command} K`]],
  ['help', ['?']],
  ['tab', ['Tab']],
  ['enter', ['Enter']],
  ['save', [`${command} Enter`]],
  ['another', ['Shift Enter']],
  ['letter', ['A…Z', '0…9']],
  ['history', ['F2']],
  ['escape', ['Esc']],
  ['subjects', ['Alt Page Up', 'Alt Page Down']],
  ['arrows', ['↑', '↓']],
  ['choose', ['X', 'Shift ↑ ↓']],
  ['act', ['M']],
] as const

/** The keyboard shortcuts that work everywhere. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('jump')
  const headingid = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { isOn, choose } = useQuestionMark()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={headingid}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={() => undefined}
    >
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 id={headingid}>{t('keysHeading')}</h2>
          <CloseButton aria-label={t('close')} onClick={onClose} />
        </div>
        <dl className={classes.keys}>
          {keys.map(([does, pressed]) => (
            <Fragment key={does}>
              <dt>
                {pressed.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && ` ${t('or')} `}
                    <kbd>{key}</kbd>
                  </Fragment>
                ))}
              </dt>
              <dd>{t(`keys.${does}`)}</dd>
            </Fragment>
          ))}
        </dl>
        <Checkbox
          label={t('useQuestionMark')}
          checked={isOn}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      </div>
    </dialog>
  )
}
