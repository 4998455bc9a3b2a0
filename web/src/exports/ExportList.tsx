import { isUnderWay, whyNotExport } from '@casebook/domain/exports/exports.rules.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { reportError } from '../calls/errors.ts'
import { useWrite } from '../calls/graphql.ts'
import { TextButton } from '../components/buttons/TextButton.tsx'
import { type Column, DataList } from '../components/list/DataList.tsx'
import { CancelExportDocument } from '../generated/graphql.ts'
import { useUser } from '../session/session.tsx'
import { ExportHistory } from './ExportHistory.tsx'
import { ExportState } from './ExportState.tsx'
import classes from './Exports.module.css'
import { downloadExport } from './notice/ExportNotice.tsx'
import { ExportScope } from './scope/ExportScope.tsx'
import type { ExportRow } from './use-exports.ts'

function newestFirst(one: ExportRow, other: ExportRow): number {
  return other.askedAt.localeCompare(one.askedAt) || (one.exportid < other.exportid ? -1 : 1)
}

export function ExportList({ rows, isReading }: { rows: readonly ExportRow[] | undefined; isReading: boolean }) {
  const t = useTranslations('exports')
  const [historyOf, setHistoryOf] = useState<ExportRow>()
  const columns = useColumns(setHistoryOf)
  return (
    <>
      <DataList
        label={t('heading')}
        rows={rows}
        rowKey={(row) => row.exportid}
        columns={columns}
        compare={newestFirst}
        isReading={isReading}
        isCompact
        empty={t('empty')}
        emptyPurpose={t('emptyPurpose')}
      />
      {historyOf && <ExportHistory row={historyOf} onClose={() => setHistoryOf(undefined)} />}
    </>
  )
}

function useColumns(onHistory: (row: ExportRow) => void): Column<ExportRow>[] {
  const t = useTranslations('exports')
  const format = useFormatter()
  const { groups, onlyDeidentified } = useUser()
  const [cancelExport] = useWrite(CancelExportDocument)
  return useMemo(() => {
    const timeOf = (row: ExportRow) =>
      format.dateTime(new Date(row.askedAt), { dateStyle: 'medium', timeStyle: 'short' })
    const isBeyond = (row: ExportRow) => onlyDeidentified && !row.deidentified
    return [
      { key: 'asked', header: t('asked'), isSorted: true, cell: timeOf },
      {
        key: 'of',
        header: t('of'),
        cell: (row) => <ExportScope row={row} />,
      },
      { key: 'by', header: t('by'), cell: (row) => row.by },
      { key: 'state', header: t('state'), cell: (row) => <ExportState row={row} isBeyond={isBeyond(row)} /> },
      {
        key: 'sha256',
        header: t('sha256'),
        cell: (row) => row.sha256 && <code className={classes.sha256}>{row.sha256}</code>,
      },
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: (row) => {
          const time = timeOf(row)
          const mayAct = !whyNotExport(groups, row)
          return (
            <div className={classes.actions}>
              {mayAct && row.state === 'DONE' && !isBeyond(row) && (
                <Button
                  size="xs"
                  aria-label={t('downloadOf', { time })}
                  onClick={() => void downloadExport(row.exportid)}
                >
                  {t('download')}
                </Button>
              )}
              {mayAct && isUnderWay(row) && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('cancelOf', { time })}
                  onClick={() => cancelExport({ exportid: row.exportid }).catch(reportError)}
                >
                  {t('cancel')}
                </Button>
              )}
              <TextButton label={t('historyButton', { time })} onClick={() => onHistory(row)}>
                {t('historyShort')}
              </TextButton>
            </div>
          )
        },
      },
    ]
  }, [t, format, groups, onlyDeidentified, cancelExport, onHistory])
}
