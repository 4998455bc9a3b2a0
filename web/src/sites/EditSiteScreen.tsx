import { whyNotSiteName } from '@casebook/domain/sites/sites.rules.ts'
import { useNavigate, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useRead, useWrite } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { useEscape } from '../components/form/use-escape.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { OneTextForm } from '../drafts/OneTextForm.tsx'
import { useKept } from '../drafts/use-kept.ts'
import { SiteToEditDocument, UpdateSiteDocument } from '../generated/graphql.ts'
import { usePutBack } from '../removed/use-put-back.ts'

export function EditSiteScreen() {
  const t = useTranslations('sites')
  const { siteid = '' } = useParams()
  const navigate = useNavigate()
  const { data, failure, isReading } = useRead(SiteToEditDocument, { siteid })
  const [updateSite] = useWrite(UpdateSiteDocument)
  const isMissing = failure?.code === 'NOT_FOUND' || data?.getSite === null
  const { row: site, isGone } = useKept(siteid, data?.getSite ?? undefined, isMissing)
  const putBack = usePutBack('SITE', siteid)
  useEscape(() => void navigate(paths.sites))
  return (
    <Page>
      <PageHeading crumbs={[{ label: t('heading'), to: paths.sites }]} help={t('purpose')}>
        {t('editHeading')}
      </PageHeading>
      <ReadingBar isReading={isReading && !site} />
      {isMissing && !site && (
        <Notice kind="error" action={<LinkButton to={paths.sites}>{t('toSites')}</LinkButton>}>
          {t('missing')}
        </Notice>
      )}
      {site && (
        <OneTextForm
          record={`site/${siteid}`}
          field="name"
          label={t('name')}
          saved={site.name}
          version={site.version}
          isGone={isGone}
          isFocused
          why={whyNotSiteName}
          save={async (name, version) => (await updateSite({ siteid, name, version })).updateSite}
          putBack={putBack}
          saveLabel={t('update')}
          busyLabel={t('updating')}
          onSaved={() => navigate(paths.sites)}
          onCancel={() => navigate(paths.sites)}
        />
      )}
    </Page>
  )
}
