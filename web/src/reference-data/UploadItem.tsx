import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Failure } from '../calls/failures.ts'
import { useFailureText } from '../locale/failure-text.ts'
import { useByteText } from '../texts/byte-text.ts'
import classes from './file/ReferenceData.module.css'
import { type Pace, remainingSeconds } from './uploads/pace/remaining-time.ts'
import type { Upload, UploadState } from './uploads/upload-state.ts'
import { cancelUpload, retryUpload } from './uploads/uploads.ts'

/** One upload: what is known of its file, its step, progress and remaining time, with cancel or retry. */
export function UploadItem({ upload, children }: { upload: Upload; children?: ReactNode }) {
  const t = useTranslations('referenceData')
  const bytes = useByteText()
  const { uploadid, file, state } = upload
  const { phase } = state
  const percent = percentOf(state)
  const isOver = phase === 'failed' || phase === 'notremoved'
  const isEnding = phase === 'cancelling' || phase === 'removing'
  return (
    <li className={classes.item} data-phase={phase}>
      <span className={classes.name}>{file.name}</span>
      <span className={classes.size}>{bytes(file.size)}</span>
      {children}
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
          <PhaseText state={state} />
        </span>
        {phase === 'uploading' && <RemainingTime pace={state.pace} total={state.total} percent={percent} />}
      </p>
      <div className={classes.itemActions}>
        {isOver && (
          <Button size="xs" onClick={() => retryUpload(uploadid)}>
            {t('retry')}
          </Button>
        )}
        {phase !== 'complete' && !isEnding && (
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

/** 100 % only if everything is stored, or known to have been sent. */
function percentOf(state: UploadState): number {
  if (state.phase === 'uploading') return state.total > 0 ? Math.floor((state.sent / state.total) * 100) : 0
  return state.phase === 'complete' || state.phase === 'completing' ? 100 : 0
}

/** Announced once per phase. Announcing the percentage would never end. */
function PhaseText({ state }: { state: UploadState }) {
  const t = useTranslations('referenceData')
  const textOfFailure = useTextOfUploadFailure()
  const textOf = useFailureText()
  switch (state.phase) {
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
    case 'retrying':
      return t('retrying')
    case 'cancelling':
    case 'removing':
      return t('cancelling')
    case 'failed':
      return textOfFailure(state.failure)
    case 'notremoved':
      return t('notRemoved', { why: textOf(state.failure) })
  }
}

function RemainingTime({ pace, total, percent }: { pace: Pace | undefined; total: number; percent: number }) {
  const t = useTranslations('referenceData')
  const format = useFormatter()
  const seconds = remainingSeconds(pace, total)
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
  return (failure: Failure) => {
    if (failure.code === 'STORE') return t('refusedByStore')
    if (failure.code === 'REMOVED') return t('removedByOthers')
    return failure.code === 'NETWORK' ? t('broken') : textOf(failure)
  }
}
