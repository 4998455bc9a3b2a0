import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { navigation, useSearch } from '../browser/navigation/navigation.ts'
import { atSite, paths } from '../browser/paths.ts'
import { selectSite } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { OnStudiesUpdatesDocument, OnSubjectsUpdatesDocument, SiteOverviewDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { subjectsWhere } from '../subjects/list/list-view.ts'
import { FigureParts } from './FigureParts.tsx'
import { type Counted, countOf, readCounted, sumFigures, viewOf } from './figures.ts'
import { StudyFigures } from './StudyFigures.tsx'

/** The server accepts 100 subscriptions of a page, a few of which are the frame's. */
const mostFollowed = 80
/** The figures of a site with so many studies take the server seconds. */
const readEveryMs = 120_000

/** The overview of a site: the figures of its studies, in total and one by one. */
export function SiteOverviewScreen() {
  const { siteid = '' } = useParams()
  const t = useTranslations('overview')
  const ofStudies = useTranslations('studies')
  const ofExports = useTranslations('exports')
  const { data, failure, isReading, reread } = useRead(SiteOverviewDocument, { siteid })
  useLive(OnStudiesUpdatesDocument, { siteid })
  const site = data?.getSite
  useEffect(() => {
    if (site) selectSite(site.siteid)
  }, [site])
  const counted = readCounted(useSearch().get('subjects'))
  const studies = data?.listStudies ?? []
  const isFollowed = studies.length <= mostFollowed
  useEffect(() => {
    if (isFollowed) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reread(), readEveryMs)
    return () => clearInterval(timer)
  }, [isFollowed, reread])
  const figures = sumFigures(studies.map((study) => study.figures))

  /** To the subjects if they are all of one study, else to the studies that have some. */
  function linkTo(name: Counted): string {
    const [first, ...others] = studies.filter((study) => countOf(study.figures, name) > 0)
    if (first && others.length === 0) return subjectsWhere(first.studyid, viewOf(name))
    return `?subjects=${name}`
  }

  return (
    <Page>
      <PageHeading
        crumbs={[{ label: ofStudies('heading'), to: paths.studies }]}
        action={
          <LinkButton to={atSite(paths.exports, siteid)} size="sm">
            {ofExports('heading')}
          </LinkButton>
        }
        help={t('siteHelp')}
      >
        {site ? t('site', { name: site.name }) : t('heading')}
      </PageHeading>
      {failure?.code === 'NOT_FOUND' && <Notice kind="error">{t('siteMissing')}</Notice>}
      {studies.slice(0, mostFollowed).map(({ studyid }) => (
        <LiveStudy key={studyid} studyid={studyid} />
      ))}
      {studies.length > 0 && <FigureParts figures={figures} linkTo={linkTo} level={2} />}
      {data ? (
        <StudyFigures
          studies={data.listStudies}
          isReading={isReading}
          counted={counted}
          onShowAll={() => navigation.changeSearch('push', () => new URLSearchParams())}
        />
      ) : (
        <ReadingBar isReading={isReading} />
      )}
    </Page>
  )
}

/** Refreshes when anything of a study's subjects changes. */
function LiveStudy({ studyid }: { studyid: string }) {
  useLive(OnSubjectsUpdatesDocument, { studyid })
  return null
}
