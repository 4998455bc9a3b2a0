import { whyNotSiteName } from '@casebook/domain/sites/sites.rules.ts'
import { useNavigate, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../app/graphql.ts'
import { paths } from '../app/paths.ts'
import { FieldStack } from '../components/FieldStack.tsx'
import { LinkButton } from '../components/LinkButton.tsx'
import { Notice } from '../components/Notice.tsx'
import { OneTextForm } from '../components/OneTextForm.tsx'
import { Page } from '../components/Page.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { ReadingBar } from '../components/ReadingBar.tsx'
import { SiteToEditDocument, UpdateSiteDocument } from '../generated/graphql.ts'

export function EditSiteScreen() {
  const t = useTranslations('sites')
  const { siteid = '' } = useParams()
  const navigate = useNavigate()
  const { data, failure, isReading } = useRead(SiteToEditDocument, { siteid })
  const [updateSite] = useWrite(UpdateSiteDocument)
  const site = data?.getSite
  const isMissing = failure?.code === 'NOT_FOUND' || site === null
  return (
    <Page>
      <PageHeading crumbs={[{ label: t('heading'), to: paths.sites }]}>{t('editHeading')}</PageHeading>
      <ReadingBar isReading={isReading && !site} />
      {isMissing && (
        <Notice kind="error" action={<LinkButton to={paths.sites}>{t('toSites')}</LinkButton>}>
          {t('missing')}
        </Notice>
      )}
      {site && (
        <FieldStack>
          <OneTextForm
            record={`site/${siteid}`}
            field="name"
            label={t('name')}
            saved={site.name}
            version={site.version}
            why={whyNotSiteName}
            save={(name, version) => updateSite({ siteid, name, version: version ?? null })}
            saveLabel={t('update')}
            busyLabel={t('updating')}
            onSaved={() => navigate(paths.sites)}
            onCancel={() => navigate(paths.sites)}
          />
        </FieldStack>
      )}
    </Page>
  )
}
