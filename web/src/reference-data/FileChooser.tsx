import '@mantine/core/styles/CloseButton.css'
import { Button, CloseButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../calls/failures.ts'
import { useFailureText } from '../locale/failure-text.ts'
import { useByteText } from '../texts/byte-text.ts'
import classes from './file/ReferenceData.module.css'

/** A file that can't be uploaded, and why. */
export type RefusedFile = { name: string; failure: Failure }

/** Takes files from the browser's file dialog or by drag and drop. Shows at once which are refused, and why. */
export function FileChooser({
  chosen,
  refused,
  onTake,
  onDrop,
  renderFile,
}: {
  chosen: readonly File[]
  refused: readonly RefusedFile[]
  onTake: (files: readonly File[]) => void
  /** Removes one of the chosen files. */
  onDrop: (file: File) => void
  /** Renders what is known about a chosen file. */
  renderFile: (file: File) => ReactNode
}) {
  const t = useTranslations('referenceData')
  const textOf = useFailureText()
  const bytes = useByteText()
  const input = useRef<HTMLInputElement>(null)
  const inputid = useId()
  const [isOver, setIsOver] = useState(false)

  // If a dropped file misses the box, the browser would open it in place of this page.
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative; the button inside works by keyboard */}
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is only replaced as a whole, and names may repeat
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
              {renderFile(file)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
