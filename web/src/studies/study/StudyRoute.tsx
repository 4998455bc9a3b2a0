import { Outlet, useLocation, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { useUnsavedRecords } from '../../records/use-record.ts'
import { QualityLimitsOfStudy } from '../../reference-data/quality/limits.ts'
import { type StudyOfRoute, useStudyOfRoute } from './use-study.ts'

/** Everything below /studies/:studyid: finds the study and passes it to the screens below (useStudy). */
export function StudyRoute() {
  const { studyid = '' } = useParams()
  const { pathname } = useLocation()
  const t = useTranslations('study')
  const ofStudies = useTranslations('studies')
  const app = useTranslations('app')
  const { study, isFound, isMissing } = useStudyOfRoute(studyid)
  const isEdited = pathname === paths.editStudy(studyid)
  const isGone = !isFound && isMissing

  // A screen with unsaved text stays when a colleague removes the study.
  const hasUnsaved = useUnsavedRecords().length > 0
  if (study && (isFound || isEdited || hasUnsaved)) {
    return (
      <>
        {isGone && !isEdited && (
          <Page isAbove>
            <Notice kind="warning" title={t('removed')}>
              {t('removedText')}
            </Notice>
          </Page>
        )}
        <QualityLimitsOfStudy value={study.qualityLimits}>
          <Outlet context={{ study, isGone } satisfies StudyOfRoute} />
        </QualityLimitsOfStudy>
      </>
    )
  }
  return (
    <Page>
      <PageHeading crumbs={[{ label: ofStudies('heading'), to: paths.studies }]}>
        {isMissing ? t('missingHeading') : app('loading')}
      </PageHeading>
      <ReadingBar isReading={!isMissing} />
      {isMissing && (
        <Notice kind="error" action={<LinkButton to={paths.studies}>{t('toStudies')}</LinkButton>}>
          {t(isEdited ? 'siteidMissing' : study ? 'removed' : 'missing')}
        </Notice>
      )}
    </Page>
  )
}
