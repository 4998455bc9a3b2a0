import { toldBy } from '@casebook/domain/recordings/quality/limits.ts'
import type { Finding, Quality } from '@casebook/domain/recordings/quality/quality.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { type JudgedFile, useFindingText } from './finding-text.ts'
import { useQualityLimits } from './limits.ts'
import classes from './QualityNotes.module.css'

/** One mark for what somebody should look at in a file; a press tells what. Nothing if there is nothing to tell. */
export function QualityNotes({
  file,
  quality,
  from,
  isStored,
  isOpen = false,
}: {
  file: JudgedFile
  quality: Pick<Quality, 'findings'> | undefined
  /** Epoch seconds at which the recording begins, if they are known. */
  from: number | null
  /** It is stored with these marks: what changed since is told. */
  isStored: boolean
  /** The sentences are shown at once. */
  isOpen?: boolean
}) {
  const t = useTranslations('referenceData')
  const textOf = useFindingText(file, from)
  const limits = useQualityLimits()
  const findings = quality ? toldBy(limits, { findings: quality.findings, duration: file.duration }, isStored) : []
  if (findings.length === 0) return null
  const warnings = findings.filter(({ isWarning }) => isWarning).length
  return (
    <details className={classes.quality} open={isOpen || undefined}>
      <summary data-warning={warnings > 0 || undefined}>
        {warnings > 0 ? <IconAlertTriangle size={14} aria-hidden /> : <IconInfoCircle size={14} aria-hidden />}{' '}
        {warnings > 0 ? t('quality.warnings', { count: warnings }) : t('quality.notes', { count: findings.length })}
      </summary>
      <ul>
        {findings.map((finding) => (
          <li key={keyOf(finding)} data-warning={finding.isWarning || undefined}>
            {textOf(finding)}
            {finding.isChanged && ` ${t(finding.isWarning ? 'quality.markedSince' : 'quality.unmarkedSince')}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

function keyOf({ code, channels, from }: Finding): string {
  return `${code} ${channels.join(',')} ${from}`
}
