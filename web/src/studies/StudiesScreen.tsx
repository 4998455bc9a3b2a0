import { useTranslations } from 'use-intl'
import { useRead } from '../app/graphql.ts'
import { useLive } from '../app/live.ts'
import { useSelectedSiteid } from '../app/selected-site.ts'
import { DataList } from '../components/DataList.tsx'
import { Page } from '../components/Page.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { StatusBadge } from '../components/StatusBadge.tsx'
import { OnStudiesUpdatesDocument, StudiesDocument } from '../generated/graphql.ts'

export function StudiesScreen() {
  const t = useTranslations('app')
  const siteid = useSelectedSiteid()
  const variables = siteid === undefined ? undefined : { siteid }
  const { data, isReading } = useRead(StudiesDocument, variables)
  useLive(OnStudiesUpdatesDocument, variables)
  return (
    <Page>
      <PageHeading>{t('studies')}</PageHeading>
      <DataList
        label={t('studies')}
        rows={data?.listStudies}
        rowKey={(s) => s.studyid}
        compare={(a, b) => a.name.localeCompare(b.name)}
        columns={[
          { key: 'name', header: 'Name', cell: (s) => s.name },
          { key: 'status', header: 'Status', cell: (s) => <StatusBadge status={s.status} /> },
        ]}
        isReading={isReading}
        empty="No studies yet!"
      />
    </Page>
  )
}
