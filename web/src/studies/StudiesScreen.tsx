import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../app/graphql.ts'
import { useLive } from '../app/live.ts'
import { useSelectedSiteid } from '../app/selected-site.ts'
import { DataList } from '../components/DataList.tsx'
import { Page } from '../components/Page.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { WithSidePanel } from '../components/SidePanel.tsx'
import { usePanel } from '../components/use-panel.ts'
import { OnStudiesUpdatesDocument, StudiesDocument } from '../generated/graphql.ts'
import { NoSiteNotice } from '../sites/NoSite.tsx'
import { useOpenedStudyid } from './opened-study.ts'
import { useStudyColumns } from './study-columns.tsx'
import { compareStudyRows, studyText } from './study-rows.ts'

const NewStudyPanel = lazy(async () => ({ default: (await import('./NewStudyPanel.tsx')).NewStudyPanel }))

/** The studies of the selected site; the study last opened is highlighted. */
export function StudiesScreen() {
  const t = useTranslations('studies')
  const siteid = useSelectedSiteid()
  const panel = usePanel()
  const variables = siteid === undefined ? undefined : { siteid }
  const { data, isReading } = useRead(StudiesDocument, variables)
  useLive(OnStudiesUpdatesDocument, variables)
  const columns = useStudyColumns()
  const openedStudyid = useOpenedStudyid()
  const [addedStudyid, setAddedStudyid] = useState<string>()
  const addButton = (
    <Button onClick={panel.openNew} disabled={panel.isNew}>
      {t('new')}
    </Button>
  )

  if (siteid === undefined) {
    return (
      <Page>
        <PageHeading>{t('heading')}</PageHeading>
        <NoSiteNotice />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeading action={addButton}>{t('heading')}</PageHeading>
      <WithSidePanel
        panel={panel.isNew && <NewStudyPanel siteid={siteid} onAdded={setAddedStudyid} onClose={panel.close} />}
      >
        <DataList
          key={siteid}
          label={t('heading')}
          rows={data?.listStudies}
          rowKey={(study) => study.studyid}
          columns={columns}
          compare={compareStudyRows}
          filterText={studyText}
          isReading={isReading}
          count={(count) => t('count', { count })}
          empty={t('empty')}
          emptyNext={
            <Button variant="light" size="xs" onClick={panel.openNew}>
              {t('addFirst')}
            </Button>
          }
          chosenKey={openedStudyid}
          shownKey={addedStudyid}
        />
      </WithSidePanel>
    </Page>
  )
}
