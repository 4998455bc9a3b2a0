import { whyNotUploadable } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Failure, failuresOf } from '../app/failures.ts'
import { ClosingBar } from './ClosingBar.tsx'
import { FileChooser } from './FileChooser.tsx'
import classes from './ReferenceData.module.css'
import { UploadItem } from './UploadItem.tsx'
import { cancelUpload, startUploads, type Upload, type UploadTarget } from './uploads.ts'
import { useUploadCalls } from './use-upload-calls.ts'

export type RefusedFile = { name: string; failure: Failure }

/** Files are chosen or dropped, judged before anything is sent, uploaded one after another, then the panel closes. */
export function UploadPanel({
  target,
  uploads,
  onClose,
}: {
  target: UploadTarget
  uploads: readonly Upload[]
  onClose: () => void
}) {
  const t = useTranslations('referenceData')
  const calls = useUploadCalls()
  const headingid = useId()
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [isStarted, setIsStarted] = useState(uploads.length > 0)
  const isComplete = uploads.length > 0 && uploads.every(({ phase }) => phase === 'complete')
  const isActive = uploads.some(({ phase }) => phase !== 'complete' && phase !== 'failed')

  // Everything was canceled: back to choosing.
  useEffect(() => {
    if (uploads.length === 0) setIsStarted(false)
  }, [uploads.length])

  function take(files: readonly File[]) {
    const judged = files.map((file) => ({ file, problem: whyNotUploadable(file) }))
    setRefused(
      judged.flatMap(({ file, problem }) =>
        (problem ? failuresOf(problem) : []).map((failure) => ({ name: file.name, failure })),
      ),
    )
    setChosen((before) => [...before, ...judged.filter(({ problem }) => !problem).map(({ file }) => file)])
  }

  function upload(event: FormEvent) {
    event.preventDefault()
    if (chosen.length === 0) return
    startUploads(target, chosen, calls)
    setChosen([])
    setRefused([])
    setIsStarted(true)
  }

  function cancel() {
    for (const { uploadid, phase } of uploads) if (phase !== 'complete') cancelUpload(uploadid)
    onClose()
  }

  return (
    <section className={classes.upload} aria-labelledby={headingid}>
      <h3 id={headingid}>{t('uploadHeading')}</h3>
      <form onSubmit={upload}>
        {!isStarted && (
          <FileChooser
            chosen={chosen}
            refused={refused}
            onTake={take}
            onDrop={(file) => setChosen((before) => before.filter((other) => other !== file))}
          />
        )}
        {uploads.length > 0 && (
          <ul className={classes.uploads}>
            {uploads.map((item) => (
              <UploadItem key={item.uploadid} upload={item} />
            ))}
          </ul>
        )}
        {isComplete && <ClosingBar onFull={onClose} />}
        <div className={classes.actions}>
          {!isStarted && (
            <Button type="submit" disabled={chosen.length === 0}>
              {t('upload')}
            </Button>
          )}
          <Button variant="default" onClick={cancel}>
            {isActive || !isStarted ? t('cancel') : t('close')}
          </Button>
        </div>
      </form>
    </section>
  )
}
