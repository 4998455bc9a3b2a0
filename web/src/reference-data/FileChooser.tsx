import { Button, CloseButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../app/failure-text.ts'
import { useByteText } from './byte-text.ts'
import classes from './ReferenceData.module.css'
import type { RefusedFile } from './UploadPanel.tsx'

/** Takes files by the browser's chooser or dropped onto it; says at once which it does not take, and why. */
export function FileChooser({
  chosen,
  refused,
  onTake,
  onDrop,
}: {
  chosen: readonly File[]
  refused: readonly RefusedFile[]
  onTake: (files: readonly File[]) => void
  /** Takes one of the chosen out again. */
  onDrop: (file: File) => void
}) {
  const t = useTranslations('referenceData')
  const textOf = useFailureText()
  const bytes = useByteText()
  const input = useRef<HTMLInputElement>(null)
  const inputid = useId()
  const [isOver, setIsOver] = useState(false)

  // A file that misses the box would be opened by the browser in place of this page.
  useEffect(() => {
    function refuse(event: Event) {
      event.preventDefault()
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])

  function onDrag(event: DragEvent) {
    event.preventDefault()
    setIsOver(event.type === 'dragover')
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the chooser inside is the one for keyboards */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          onTake([...event.dataTransfer.files])
        }}
      >
        <IconFileUpload size={24} aria-hidden />
        <label htmlFor={inputid}>{t('choose')}</label>
        <input
          ref={input}
          id={inputid}
          type="file"
          multiple
          className={classes.file}
          onChange={(event) => {
            onTake([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        <Button variant="default" onClick={() => input.current?.click()} tabIndex={-1} aria-hidden>
          {t('browse')}
        </Button>
        <p className={classes.quiet}>{t('limit')}</p>
      </div>
      <ul className={classes.refused} aria-live="polite">
        {refused.map(({ name, failure }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is only ever replaced, in which names may repeat
          <li key={position}>
            <strong>{textOf(failure)}</strong> {name}
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label={t('chosen')}>
          {chosen.map((file, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be chosen twice
            <li key={position}>
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{bytes(file.size)}</span>
              <CloseButton aria-label={t('takeOut', { filename: file.name })} onClick={() => onDrop(file)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
