import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from '../browser/navigation/navigation.ts'
import { selectSite, useSelectedSiteid } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { SiteChoicesDocument } from '../generated/graphql.ts'
import { ExportParts } from './ExportParts.tsx'

const noVariables = {}

/** /exports: exports of the selected site, or of the one in the link. */
export function SiteExportsScreen() {
  const t = useTranslations('exports')
  const named = useSearch().get('site') ?? undefined
  const selected = useSelectedSiteid()
  const siteid = named ?? selected
  useEffect(() => {
    if (named) selectSite(named)
  }, [named])
  const { data } = useRead(SiteChoicesDocument, noVariables)
  const name = data?.listSites.find((site) => site.siteid === siteid)?.name
  return (
    <Page>
      <PageHeading help={t('help')}>{name ? t('ofSite', { name }) : t('heading')}</PageHeading>
      {siteid ? <ExportParts key={siteid} of={{ siteid }} /> : <Notice kind="info">{t('noSite')}</Notice>}
    </Page>
  )
}
