import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Failure } from '../app/failures.ts'
import { Notice } from './Notice.tsx'

/**
 * After a CONFLICT: says who changed the record meanwhile and when, keeps what was typed, and offers to save it over
 * the newer version (`onSaveMine` gets that version) or to take theirs.
 */
export function ConflictNotice({
  conflict,
  onSaveMine,
  onTakeTheirs,
  theirs,
  children,
}: {
  conflict: Failure | undefined
  onSaveMine: (version: number) => void
  onTakeTheirs: () => void
  /** What the record says now, where a line says it all; `children` where it takes more. */
  theirs?: string
  children?: ReactNode
}) {
  const t = useTranslations('components')
  const format = useFormatter()
  const current = conflict?.current
  if (!current) return null
  const at = current.at ? format.dateTime(new Date(current.at), { dateStyle: 'medium', timeStyle: 'short' }) : ''
  return (
    <Notice
      kind="warning"
      title={current.by ? t('conflict', { by: current.by, at }) : t('conflictUnknown')}
      action={
        <>
          <Button size="xs" onClick={() => onSaveMine(current.version)}>
            {t('saveMine')}
          </Button>
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            {t('takeTheirs')}
          </Button>
        </>
      }
    >
      <p>{t('conflictKept')}</p>
      {theirs !== undefined && <p>{t('nowSaved', { text: theirs })}</p>}
      {children}
    </Notice>
  )
}
