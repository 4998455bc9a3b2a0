import { Outlet, useLocation, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../app/paths.ts'
import { LinkButton } from '../components/LinkButton.tsx'
import { Notice } from '../components/Notice.tsx'
import { Page } from '../components/Page.tsx'
import { ReadingBar } from '../components/ReadingBar.tsx'
import { useStudyOfRoute } from './use-study.ts'

/** Everything below /studies/:studyid: finds the study and hands it to the screens below (useStudy). */
export function StudyRoute() {
  const { studyid = '' } = useParams()
  const { pathname } = useLocation()
  const t = useTranslations('studies')
  const { study, isMissing } = useStudyOfRoute(studyid)

  if (study) return <Outlet context={study} />
  return (
    <Page>
      <ReadingBar isReading={!isMissing} />
      {isMissing && (
        <Notice kind="error" action={<LinkButton to={paths.studies}>{t('toStudies')}</LinkButton>}>
          {pathname === paths.editStudy(studyid) ? t('siteidMissing') : t('missing')}
        </Notice>
      )}
    </Page>
  )
}
