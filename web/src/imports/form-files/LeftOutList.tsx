import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, DataList } from '../../components/list/DataList.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import type { LeftOutFragment } from '../../generated/graphql.ts'
import { useProblemText } from '../parts/use-problem-text.ts'

/** Parts of our own form types. Others are named as in their files. */
const ownParts = [
  'Unit',
  'Placeholder',
  'Usual range',
  'Check',
  'Check message',
  'Decimals',
  'Pattern',
  'Calculation',
] as const

/** What has no counterpart on the other side, with its place in the file, in the order of the file. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOutFragment[] }) {
  const t = useTranslations('imports')
  const textOf = useProblemText()
  const columns = useMemo(() => {
    const where: Column<LeftOutFragment> = {
      key: 'where',
      header: t('where'),
      cell: ({ sheet, row }) => {
        if (row === null || row === undefined) return sheet ?? ''
        return sheet ? t('sheetRow', { sheet, row: String(row) }) : t('fileRow', { row: String(row) })
      },
    }
    const field: Column<LeftOutFragment> = { key: 'field', header: t('field'), cell: (one) => one.field ?? '' }
    const text: Column<LeftOutFragment> = { key: 'text', header: t('text'), cell: (one) => one.text }
    const partText = (name: string) => {
      const own = ownParts.find((part) => part === name)
      return own ? t(`parts.${own}`) : name
    }
    const why: Column<LeftOutFragment> = {
      key: 'why',
      header: t('why'),
      cell: (one) =>
        textOf({
          ...one,
          params: one.params.map(({ key, value }) => ({ key, value: key === 'part' ? partText(value) : value })),
        }),
    }
    const hasFields = leftOut.some((one) => one.field)
    // A file of definitions has no rows: what is left out comes first, with its type, if it belongs to one.
    if (!leftOut.some(({ row }) => row)) return [text, where, ...(hasFields ? [field] : []), why]
    return [where, ...(hasFields ? [field] : []), text, why]
  }, [leftOut, t, textOf])
  const keys = useMemo(() => new Map(leftOut.map((one, place) => [one, String(place)])), [leftOut])
  return (
    <>
      <Notice kind={leftOut.length === 0 ? 'info' : 'warning'}>{t('leftOutParts', { count: leftOut.length })}</Notice>
      {leftOut.length > 0 && (
        <DataList
          label={t('leftOutList')}
          rows={leftOut}
          rowKey={(one) => keys.get(one) ?? ''}
          columns={columns}
          isReading={false}
          isCompact
          empty=""
        />
      )}
    </>
  )
}
