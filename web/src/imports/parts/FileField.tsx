import { Button } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useByteText } from '../../texts/byte-text.ts'
import classes from './Imports.module.css'

/** Selects one file with the browser's file chooser, and shows its name. */
export function FileField({
  label,
  accept,
  file,
  isDisabled = false,
  onTake,
}: {
  label: string
  accept: string
  file: File | undefined
  isDisabled?: boolean
  onTake: (file: File) => void
}) {
  const t = useTranslations('imports')
  const bytes = useByteText()
  const input = useRef<HTMLInputElement>(null)
  const inputid = useId()
  return (
    <div className={classes.chooser}>
      <label htmlFor={inputid}>{label}</label>
      <div className={classes.choice}>
        <input
          ref={input}
          id={inputid}
          type="file"
          accept={accept}
          disabled={isDisabled}
          className={classes.file}
          onChange={(event) => {
            const [taken] = event.currentTarget.files ?? []
            if (taken) onTake(taken)
            // Allows selecting the same file again after it has been corrected.
            event.currentTarget.value = ''
          }}
        />
        <Button
          variant="default"
          leftSection={<IconFile size={16} aria-hidden />}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
          tabIndex={-1}
          aria-hidden
        >
          {t('browse')}
        </Button>
        <output htmlFor={inputid} className={classes.chosen}>
          {file ? `${file.name} (${bytes(file.size)})` : t('noFile')}
        </output>
      </div>
    </div>
  )
}
