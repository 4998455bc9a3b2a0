import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useIsSiteToChoose, useSelectedSiteid } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { studyDrawing } from '../components/EmptyDrawing.tsx'
import { DataList } from '../components/list/DataList.tsx'
import { Page, WithSidePanel } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { usePanel } from '../components/page/use-panel.ts'
import { OnStudiesUpdatesDocument, StudiesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { NoSiteNotice } from '../sites/NoSite.tsx'
import { loadScreens } from '../texts/catalogue.ts'
import { useOpenedStudyid } from './opened-study.ts'
import { studyText, useStudyColumns } from './study-columns.tsx'

const NewStudyPanel = lazy(async () => {
  const [{ NewStudyPanel: Panel }] = await Promise.all([import('./NewStudyPanel.tsx'), loadScreens()])
  return { default: Panel }
})

const SiteCards = lazy(async () => {
  const [{ SiteCards: Cards }] = await Promise.all([import('../sites/SiteCards.tsx'), loadScreens()])
  return { default: Cards }
})

/** The studies of the selected site. The study last opened is highlighted. */
export function StudiesScreen() {
  const t = useTranslations('studies')
  const siteid = useSelectedSiteid()
  const isSiteToChoose = useIsSiteToChoose()
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
        <PageHeading help={t('purpose')}>{t('heading')}</PageHeading>
        <NoSiteNotice />
        <Suspense>{isSiteToChoose && <SiteCards />}</Suspense>
      </Page>
    )
  }
  return (
    <Page>
      <PageHeading
        action={
          <>
            <LinkButton to={paths.siteOverview(siteid)} size="sm">
              {t('siteOverview')}
            </LinkButton>
            {addButton}
          </>
        }
        help={t('purpose')}
      >
        {t('heading')}
      </PageHeading>
      <WithSidePanel
        panel={panel.isNew && <NewStudyPanel siteid={siteid} onAdded={setAddedStudyid} onClose={panel.close} />}
      >
        <DataList
          key={siteid}
          label={t('heading')}
          rows={data?.listStudies}
          rowKey={(study) => study.studyid}
          columns={columns}
          filterText={studyText}
          isReading={isReading}
          count={(count) => t('count', { count })}
          empty={t('empty')}
          emptyPurpose={t('purpose')}
          emptyDrawing={studyDrawing}
          emptyNext={
            <Button variant="light" size="xs" onClick={panel.openNew}>
              {t('addFirst')}
            </Button>
          }
          chosenKey={addedStudyid ?? openedStudyid}
          shownKey={addedStudyid}
          addedKey={panel.isNew ? undefined : addedStudyid}
        />
      </WithSidePanel>
    </Page>
  )
}
