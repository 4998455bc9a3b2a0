import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'

/** An address that no screen serves, such as a link that was cut. */
export function NoSuchPage() {
  const t = useTranslations('study')
  return (
    <Page>
      <PageHeading>{t('noSuchPage')}</PageHeading>
      <Notice kind="info" action={<LinkButton to={paths.studies}>{t('toStudies')}</LinkButton>}>
        {t('noSuchPageText')}
      </Notice>
    </Page>
  )
}
