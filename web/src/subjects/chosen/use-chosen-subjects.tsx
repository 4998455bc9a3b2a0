import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SubjectRow } from '../list/SubjectPanels.tsx'

const ChosenBar = lazy(async () => ({ default: (await import('./ChosenBar.tsx')).ChosenBar }))

const noSubjects: readonly SubjectRow[] = []

/** The subjects of a list that are chosen, and what can be done with them. What is gone is chosen no more. */
export function useChosenSubjects(studyid: string, rows: readonly SubjectRow[] = noSubjects) {
  const t = useTranslations('subjects')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ subjectid }) => picked.has(subjectid))
  return {
    picked: new Set(chosen.map(({ subjectid }) => subjectid)),
    onPick(keys: readonly string[], isOn: boolean) {
      const next = new Set(picked)
      for (const key of keys) {
        if (isOn) next.add(key)
        else next.delete(key)
      }
      setPicked(next)
    },
    label: (subject: SubjectRow) => t('choose', { name: subjectName(subject) }),
    bar: chosen.length > 0 && (
      <Suspense>
        <ChosenBar studyid={studyid} subjects={chosen} onClear={() => setPicked(new Set())} />
      </Suspense>
    ),
  }
}
