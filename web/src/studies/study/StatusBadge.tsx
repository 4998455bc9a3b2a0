import type { SubjectStatus } from '@casebook/domain/subjects/subjects.rules.ts'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { StateBadge } from '../../components/notices/StateBadge.tsx'

/** A status in the screen's language. A study's status may be any text: other texts are shown unchanged. */
export function useStatusText(): (status: string) => string {
  const t = useTranslations('studies')
  return useCallback((status) => (isKnown(status) ? t(`statuses.${status}`) : status), [t])
}

/** Not imported from the rules, which would add all rules of a subject to the initial load. */
const known: Readonly<Record<SubjectStatus, true>> = { OPEN: true, CLOSED: true, DELETED: true }

function isKnown(status: string): status is SubjectStatus {
  return Object.hasOwn(known, status)
}

/** The status of a study or subject; only OPEN is good, and what is deleted is told apart from what is closed. */
export function StatusBadge({ status }: { status: string }) {
  const statusText = useStatusText()
  const kind = status === 'OPEN' ? 'good' : status === 'DELETED' ? 'gone' : 'bad'
  return <StateBadge kind={kind}>{statusText(status)}</StateBadge>
}
