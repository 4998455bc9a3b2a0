import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { drawings } from '../components/drawings.ts'
import { type Column, DataList } from '../components/list/DataList.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { RemovedDocument } from '../generated/graphql.ts'
import { forAdministrators } from '../shell/NotForYou.tsx'
import type { RemovedRow } from './PutBack.tsx'
import { PutBack } from './PutBack.tsx'

const noVariables = {}

function newestFirst(one: RemovedRow, other: RemovedRow): number {
  return other.removedAt.localeCompare(one.removedAt) || (one.id < other.id ? -1 : 1)
}

function removedText(row: RemovedRow): string {
  return `${row.name} ${row.siteName} ${row.studyName ?? ''} ${row.removedBy ?? ''}`
}

/** For administrators: removed records, with a way to restore them. */
export const RemovedScreen = forAdministrators(RemovedList, 'removed')

function RemovedList() {
  const t = useTranslations('removed')
  const { data, isReading } = useRead(RemovedDocument, noVariables)
  const columns = useColumns()
  return (
    <Page>
      <PageHeading help={t('help')}>{t('heading')}</PageHeading>
      <p>{t('text')}</p>
      <DataList
        label={t('heading')}
        rows={data?.listRemoved}
        rowKey={(row) => `${row.kind} ${row.id}`}
        columns={columns}
        compare={newestFirst}
        filterText={removedText}
        isReading={isReading}
        count={(count) => t('count', { count })}
        empty={t('empty')}
        emptyPurpose={t('emptyPurpose')}
        emptyDrawing={drawings.removed}
      />
    </Page>
  )
}

function useColumns(): Column<RemovedRow>[] {
  const t = useTranslations('removed')
  const format = useFormatter()
  return useMemo(
    () => [
      { key: 'name', header: t('name'), cell: (row) => row.name },
      { key: 'kind', header: t('kind'), cell: (row) => t(row.kind) },
      {
        key: 'where',
        header: t('where'),
        cell: (row) => (row.kind === 'SITE' ? row.siteid : [row.siteName, row.studyName].filter(Boolean).join(' › ')),
      },
      {
        key: 'when',
        header: t('when'),
        cell: (row) => {
          const at = format.dateTime(new Date(row.removedAt), { dateStyle: 'medium', timeStyle: 'short' })
          return row.removedBy ? t('by', { at, by: row.removedBy }) : at
        },
      },
      { key: 'actions', header: t('actions'), isHeaderHidden: true, cell: (row) => <PutBack row={row} /> },
    ],
    [t, format],
  )
}
