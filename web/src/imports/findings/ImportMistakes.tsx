import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, DataList } from '../../components/list/DataList.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import type { PreviewImportQuery } from '../../generated/graphql.ts'
import { useProblemText } from '../parts/use-problem-text.ts'

type Mistake = PreviewImportQuery['previewImport']['mistakes'][number]

function inFileOrder(one: Mistake, other: Mistake): number {
  return one.row - other.row
}

/** Whether a value is unusual, and right if a person says so. */
export function isUnconfirmed({ code }: Mistake): boolean {
  return code === 'UNCONFIRMED'
}

/** The mistakes in a file, by row and column. Unusual values alone are none yet. */
export function ImportMistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  const t = useTranslations('imports')
  const textOf = useProblemText()
  const columns = useMemo(
    (): Column<Mistake>[] => [
      { key: 'row', header: t('row'), isSorted: true, cell: ({ row }) => row },
      { key: 'column', header: t('column'), cell: ({ column }) => column ?? t('wholeRow') },
      { key: 'problem', header: t('problem'), cell: textOf },
    ],
    [t, textOf],
  )
  const keys = useMemo(() => new Map(mistakes.map((mistake, place) => [mistake, String(place)])), [mistakes])
  return (
    <>
      {mistakes.every(isUnconfirmed) ? (
        <Notice kind="warning" title={t('unusual', { count: mistakes.length })}>
          {t('unusualWhat')}
        </Notice>
      ) : (
        <Notice kind="error" title={t('mistakes', { count: mistakes.length })}>
          {t('nothingImported')}
        </Notice>
      )}
      <DataList
        label={t('problem')}
        rows={mistakes}
        rowKey={(mistake) => keys.get(mistake) ?? ''}
        columns={columns}
        compare={inFileOrder}
        isReading={false}
        isCompact
        empty=""
      />
    </>
  )
}
