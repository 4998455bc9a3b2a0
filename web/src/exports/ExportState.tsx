import '@mantine/core/styles/Progress.css'
import { exportFailureOf } from '@casebook/domain/exports/failures.ts'
import { Progress } from '@mantine/core'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { StateBadge } from '../components/notices/StateBadge.tsx'
import { useByteText } from '../texts/byte-text.ts'
import classes from './Exports.module.css'
import type { ExportRow } from './use-exports.ts'

const kinds = {
  WAITING: 'waiting',
  RUNNING: 'waiting',
  DONE: 'good',
  FAILED: 'bad',
  CANCELLED: 'bad',
  EXPIRED: 'bad',
} as const

/** The state of an export: its progress and remaining time, its expiry, or why it failed. `isBeyond`: it has what the person may not take out. */
export function ExportState({ row, isBeyond }: { row: ExportRow; isBeyond: boolean }) {
  const t = useTranslations('exports')
  const format = useFormatter()
  const bytes = useByteText()
  const { state, done, total, expiresAt, problem } = row
  const failure = problem ? exportFailureOf(problem) : undefined
  const size = total === null || total === undefined ? '' : bytes(total)
  return (
    <div className={classes.state}>
      <StateBadge kind={kinds[state]}>{t(state)}</StateBadge>
      {state === 'RUNNING' && total ? <RunningExport row={row} total={total} done={done} /> : null}
      {state === 'DONE' && expiresAt && (
        <span className={classes.detail}>
          {t('keptUntil', { size, date: format.dateTime(new Date(expiresAt), { dateStyle: 'medium' }) })}
        </span>
      )}
      {state === 'DONE' && isBeyond && <span className={classes.detail}>{t('notForDownload')}</span>}
      {problem && <span className={classes.detail}>{failure ? t(`failures.${failure}`) : problem}</span>}
    </div>
  )
}

function RunningExport({ row, total, done }: { row: ExportRow; total: number; done: number }) {
  const t = useTranslations('exports')
  const bytes = useByteText()
  const duration = useDurationText()
  const share = Math.min(1, done / total)
  const elapsed = (Date.now() - Date.parse(row.askedAt)) / 1000
  const progress = t('progress', { done: bytes(done), total: bytes(total) })
  const left = share > 0.05 ? t('remaining', { time: duration((elapsed * (1 - share)) / share) }) : undefined
  return (
    <>
      <Progress value={share * 100} aria-label={progress} className={classes.bar} />
      <span className={classes.detail}>{left ? `${progress}, ${left}` : progress}</span>
    </>
  )
}

/** A duration in words, rounded up: seconds up to a minute and a half, then minutes. */
export function useDurationText(): (seconds: number) => string {
  const t = useTranslations('exports')
  return useCallback(
    (seconds) =>
      seconds < 90
        ? t('seconds', { count: Math.max(1, Math.ceil(seconds)) })
        : t('minutes', { count: Math.ceil(seconds / 60) }),
    [t],
  )
}
