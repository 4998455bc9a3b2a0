import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { useTranslations } from 'use-intl'
import { ChooseNone } from '../../components/list/picking/ChooseNone.tsx'
import { usePicked } from '../../components/list/picking/use-picked.ts'
import type { RemovedKind } from '../../generated/graphql.ts'
import { RemoveChosen } from '../../removed/chosen/RemoveChosen.tsx'
import { useRestore } from '../../removed/use-restore.ts'
import { useStudy } from './use-study.ts'

/** The types of a study that are chosen in their list, to be removed together. Undefined while the study takes no changes. */
export function useChosenTypes<Row extends { version: number }>({
  kind,
  rows,
  idOf,
  nameOf,
  note,
  remove,
}: {
  kind: RemovedKind
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  note: string
  remove: (id: string, version?: number) => Promise<unknown>
}) {
  const t = useTranslations('removed.chosen')
  const { chosen, picked, onPick, clear } = usePicked(rows, idOf)
  const restore = useRestore(kind)
  if (whyStudyTakesNoChanges(useStudy()) !== undefined) return undefined
  return {
    picked,
    onPick,
    label: (row: Row) => t('choose', { name: nameOf(row) }),
    bar: chosen.length > 0 && (
      <>
        <RemoveChosen
          all={chosen.map((row) => ({ key: idOf(row), name: nameOf(row), version: row.version }))}
          note={note}
          remove={({ key, version }) => remove(key, version)}
          restore={restore && (({ key }) => restore(key))}
        />
        <ChooseNone onClick={clear}>{t('clear')}</ChooseNone>
      </>
    ),
  }
}
