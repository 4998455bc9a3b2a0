import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ChangeCell } from '../../components/change/ChangeCell.tsx'
import type { Column } from '../../components/list/DataList.tsx'

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
