import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'use-intl'
import { useFailureText } from '../app/failure-text.ts'
import type { Failure } from '../app/failures.ts'
import { useByteText } from './byte-text.ts'
import classes from './ReferenceData.module.css'
import { remainingSeconds } from './remaining-time.ts'
import { cancelUpload, retryUpload, type Upload } from './uploads.ts'

/** One file on its way: what is happening, how far it is, how long it takes yet, and how to stop it or try again. */
export function UploadItem({ upload }: { upload: Upload }) {
  const t = useTranslations('referenceData')
  const bytes = useByteText()
  const { uploadid, file, phase, progress } = upload
  const percent = Math.floor(progress * 100)
  const isOver = phase === 'complete' || phase === 'failed'
  return (
    <li className={classes.item} data-phase={phase}>
      <span className={classes.name}>{file.name}</span>
      <span className={classes.size}>{bytes(file.size)}</span>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t('progressOf', { filename: file.name })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.phase}>
        <span role="status">
          <PhaseText upload={upload} />
        </span>
        {phase === 'uploading' && <Rest upload={upload} percent={percent} />}
      </p>
      <div className={classes.itemActions}>
        {phase === 'failed' && (
          <Button size="xs" onClick={() => void retryUpload(uploadid)}>
            {t('retry')}
          </Button>
        )}
        {phase !== 'complete' && (
          <Button
            size="xs"
            variant="default"
            aria-label={t(isOver ? 'dismissNamed' : 'cancelNamed', { filename: file.name })}
            onClick={() => cancelUpload(uploadid)}
          >
            {isOver ? t('dismiss') : t('cancel')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Said once per phase; the running percentage beside it would talk without end. */
function PhaseText({ upload: { phase, failure } }: { upload: Upload }) {
  const t = useTranslations('referenceData')
  const textOfFailure = useTextOfUploadFailure()
  switch (phase) {
    case 'waiting':
      return t('waiting')
    case 'gettingurl':
      return t('gettingurl')
    case 'uploading':
      return t('uploading')
    case 'completing':
      return t('completing')
    case 'complete':
      return (
        <>
          <IconCheck size={16} aria-hidden className={classes.check} /> {t('complete')}
        </>
      )
    case 'failed':
      return textOfFailure(failure)
  }
}

function Rest({ upload, percent }: { upload: Upload; percent: number }) {
  const t = useTranslations('referenceData')
  const format = useFormatter()
  const seconds = remainingSeconds(upload.pace, upload.total)
  const left =
    seconds === undefined
      ? ''
      : seconds < 60
        ? t('secondsLeft', { count: seconds })
        : t('minutesLeft', { count: Math.ceil(seconds / 60) })
  return <span>{[format.number(percent / 100, { style: 'percent' }), left].filter(Boolean).join(' · ')}</span>
}

function useTextOfUploadFailure() {
  const t = useTranslations('referenceData')
  const textOf = useFailureText()
  return (failure: Failure | undefined) => {
    if (!failure || failure.code === 'STORE') return t('refusedByStore')
    return failure.code === 'NETWORK' ? t('broken') : textOf(failure)
  }
}
