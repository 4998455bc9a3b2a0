import { whyNotExport } from '@casebook/domain/exports/exports.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useSearch } from '../browser/navigation/navigation.ts'
import { atSite, paths } from '../browser/paths.ts'
import { selectSite, useSelectedSiteid } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ExportSubjectDocument, OnSubjectUpdatesDocument, SiteChoicesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useUser } from '../session/session.tsx'
import { StatusBadge } from '../studies/study/StatusBadge.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { ExportAccesses } from './accesses/ExportAccesses.tsx'
import { ExportList } from './ExportList.tsx'
import classes from './Exports.module.css'
import { NewExport } from './NewExport.tsx'
import { type ExportOf, useExports } from './use-exports.ts'

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

/** /studies/:studyid/export */
export function StudyExportScreen() {
  const { siteid, studyid } = useStudy()
  return (
    <StudyPage>
      <ExportParts of={{ siteid, studyid }} />
    </StudyPage>
  )
}

/** /studies/:studyid/subjects/:subjectid/export */
export function SubjectExportScreen() {
  const t = useTranslations('exports')
  const ofSubject = useTranslations('subject')
  const { subjectid = '' } = useParams()
  const { siteid, studyid, name } = useStudy()
  const { data } = useRead(ExportSubjectDocument, { studyid, subjectid })
  useLive(OnSubjectUpdatesDocument, { studyid, subjectid })
  const subject = data?.getSubject
  const named = subject ? subjectName(subject) : subjectid
  return (
    <Page>
      <PageHeading
        crumbs={[
          { label: ofSubject('studies'), to: paths.studies },
          { label: ofSubject('study', { name }), to: paths.study(studyid) },
          { label: ofSubject('subjects'), to: paths.subjects(studyid) },
          { label: named, to: paths.subject(studyid, subjectid) },
        ]}
        aside={subject && <StatusBadge status={subject.status} />}
        action={<LinkButton to={atSite(paths.exports, siteid)}>{t('allOfSite')}</LinkButton>}
        help={t('help')}
      >
        {t('ofSubject', { name: named })}
      </PageHeading>
      <ExportParts of={{ siteid, studyid, subjectid }} />
    </Page>
  )
}

/** The panel that starts an export, for people who may, and the list of exports. */
function ExportParts({ of }: { of: ExportOf }) {
  const t = useTranslations('exports')
  const ofSubject = useTranslations('subject')
  const { groups } = useUser()
  const { rows, isReading, ownRunning } = useExports(of)
  return (
    <div className={classes.parts} data-none={rows?.length === 0 || undefined}>
      {!whyNotExport(groups, of) && <NewExport of={of} isRunning={ownRunning !== undefined} />}
      {whyNotExport(groups, of) && !of.subjectid && (
        <Notice kind="info" action={<LinkButton to={paths.studies}>{ofSubject('studies')}</LinkButton>}>
          {t('oneAtATime')}
        </Notice>
      )}
      <ExportList rows={rows} isReading={isReading} />
      <ExportAccesses of={of} />
    </div>
  )
}
