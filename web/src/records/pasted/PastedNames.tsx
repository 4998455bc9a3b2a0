import type { PastedName } from '@casebook/domain/shared/pasted/pasted-names.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { type Column, DataTable } from '../../components/list/DataTable.tsx'
import { useFailureText } from '../../locale/failure-text.ts'
import classes from './Pasted.module.css'

const noKeys: ReadonlySet<string> = new Set()
const keyOf = ({ line }: PastedName) => String(line)

/** What becomes of each line of a list, before anything is added. `remarkOf`: what is said of a new one besides. */
export function PastedNames({
  names,
  nameLabel,
  remarkOf,
}: {
  names: readonly PastedName[]
  nameLabel: string
  remarkOf?: ((name: string) => string | undefined) | undefined
}) {
  const t = useTranslations('drafts')
  const textOf = useFailureText()
  const columns = useMemo((): Column<PastedName>[] => {
    function said(row: PastedName): string {
      if (row.state === 'new') return remarkOf?.(row.name) ?? t('list.new')
      if (row.state === 'there') return t('list.there')
      if (row.state === 'twice') return t('list.twice', { line: String(row.first) })
      return failuresOf(row.why).map(textOf).join(' ')
    }
    return [
      {
        key: 'name',
        header: nameLabel,
        cell: ({ line, name }) => (
          <>
            <span className={classes.line}>{line}</span> {name}
          </>
        ),
      },
      {
        key: 'state',
        header: t('list.state'),
        isUnlabelled: true,
        cell: (row) => (
          <span className={classes.state} data-state={row.state}>
            {said(row)}
          </span>
        ),
      },
    ]
  }, [t, textOf, nameLabel, remarkOf])
  return (
    <div className={classes.rows}>
      <DataTable
        label={t('list.preview')}
        rows={names}
        rowKey={keyOf}
        columns={columns}
        chosenKey={undefined}
        shownKey={undefined}
        addedKey={undefined}
        changed={noKeys}
        sorting={undefined}
        isOpenedByRow={false}
        isCard={false}
      />
    </div>
  )
}
