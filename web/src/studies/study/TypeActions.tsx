import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { Link } from '../../components/buttons/Link.tsx'
import { ChangeCell } from '../../components/change/ChangeCell.tsx'
import type { Column } from '../../components/list/DataList.tsx'
import { usePanel } from '../../components/page/use-panel.ts'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import type { RemovedKind } from '../../generated/graphql.ts'
import { useRestore } from '../../removed/use-restore.ts'
import { useStudy } from './use-study.ts'

/** The actions for one of a study's types: edit it in the panel, add a copy of it there, or remove it. */
export function TypeActions({
  kind,
  id,
  name,
  editLabel,
  removalNote,
  remove,
}: {
  kind: RemovedKind
  id: string
  name: string
  editLabel: string
  removalNote: string
  remove: () => Promise<unknown>
}) {
  const isFixed = whyStudyTakesNoChanges(useStudy()) !== undefined
  const t = useTranslations('study')
  const { openEdit, openCopy } = usePanel()
  const restore = useRestore(kind)
  return (
    <>
      <IconButton label={editLabel} isDisabled={isFixed} onClick={() => openEdit(id)}>
        <IconPencil size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('copy', { name })} isDisabled={isFixed} onClick={() => openCopy(id)}>
        <IconCopy size={18} aria-hidden />
      </IconButton>
      <ConfirmRemoval
        name={name}
        note={removalNote}
        isDisabled={isFixed}
        remove={remove}
        record={`type/${id}`}
        undo={restore && (() => restore(id))}
      />
    </>
  )
}

/** The name of one of a study's types, which opens it in the panel. */
export function TypeName({ id, name }: { id: string; name: string }) {
  const isFixed = whyStudyTakesNoChanges(useStudy()) !== undefined
  return isFixed ? name : <Link to={`?edit=${id}`}>{name}</Link>
}

type Changed = { changedAt?: string | null; changedBy?: string | null }

/** The column of a list of types that says when each was last changed, and by whom. */
export function useChangeColumn<Row extends Changed>(): Column<Row> {
  const t = useTranslations('study')
  return useMemo(
    () => ({
      key: 'changed',
      header: t('changed'),
      isSpare: true,
      cell: ({ changedAt, changedBy }) => changedAt && <ChangeCell at={changedAt} by={changedBy} />,
    }),
    [t],
  )
}
