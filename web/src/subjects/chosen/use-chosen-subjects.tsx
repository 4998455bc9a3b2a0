import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { usePicked } from '../../components/list/picking/use-picked.ts'
import type { SubjectRow } from '../list/SubjectPanels.tsx'

const ChosenBar = lazy(async () => ({ default: (await import('./ChosenBar.tsx')).ChosenBar }))

function idOf({ subjectid }: SubjectRow): string {
  return subjectid
}

/** The subjects of a list that are chosen, and what can be done with them. */
export function useChosenSubjects(studyid: string, rows: readonly SubjectRow[] | undefined) {
  const t = useTranslations('subjects')
  const { chosen, picked, onPick, clear } = usePicked(rows, idOf)
  return {
    picked,
    onPick,
    label: (subject: SubjectRow) => t('choose', { name: subjectName(subject) }),
    bar: chosen.length > 0 && (
      <Suspense>
        <ChosenBar studyid={studyid} subjects={chosen} onClear={clear} />
      </Suspense>
    ),
  }
}
