import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, DataList } from '../../components/list/DataList.tsx'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import type { DefinitionReadFragment } from '../../generated/graphql.ts'
import { useProblemText } from './use-problem-text.ts'

const nameOfKind = { FORM_TYPE: 'formType', ACTIVITY_TYPE: 'activityType', VISIT: 'visit' } as const
const kinds = { MAKE: 'waiting', SAME: 'good', REFUSED: 'bad' } as const

/** What an import of definitions would add, in the order of the file, and what prevents it. */
export function DefinitionList({ previewed }: { previewed: readonly DefinitionReadFragment[] }) {
  const t = useTranslations('imports')
  const textOf = useProblemText()
  const columns = useMemo(
    (): Column<DefinitionReadFragment>[] => [
      { key: 'name', header: t('name'), cell: ({ name }) => name },
      {
        key: 'kind',
        header: t('kind'),
        cell: ({ kind, fields }) => t(nameOfKind[kind], { fields }),
      },
      {
        key: 'action',
        header: t('action'),
        cell: ({ action }) => <StateBadge kind={kinds[action]}>{t(action)}</StateBadge>,
      },
      { key: 'why', header: t('problem'), cell: (one) => one.reason && textOf(one) },
    ],
    [t, textOf],
  )
  const keys = useMemo(() => new Map(previewed.map((one, place) => [one, String(place)])), [previewed])
  return (
    <DataList
      label={t('definitionsHeading')}
      rows={previewed}
      rowKey={(one) => keys.get(one) ?? ''}
      columns={columns}
      isReading={false}
      isCompact
      empty={t('noDefinitions')}
    />
  )
}
