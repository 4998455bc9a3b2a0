import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { StudySubjectsDocument } from '../../generated/graphql.ts'
import { useIsInGroup } from '../../session/session.tsx'
import { StudyPartsContext, useStudyParts } from '../../session/study-parts.ts'
import { NotForYou, useWasInGroup } from '../../shell/NotForYou.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import classes from './StudyPage.module.css'
import { type Study, useStudy } from './use-study.ts'

const StudyHistory = lazy(async () => ({ default: (await import('./StudyHistory.tsx')).StudyHistory }))

/** A screen of one study: 'Study: {name}', the study's parts as tabs, and below them the part's content. */
export function StudyPage({
  children,
  whose,
}: {
  children: ReactNode
  /** For a screen that is no tab: the group that it is for. */
  whose?: 'study:admin' | 'subject:admin'
}) {
  const t = useTranslations('studies')
  const ofStudy = useTranslations('study')
  const study = useStudy()
  const history = useTranslations('history')
  const isBeingSetUp = useIsBeingSetUp(study)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const { pathname } = useLocation()
  const address = paths.study(study.studyid)
  const part = useContext(StudyPartsContext).find(({ path }) => pathname.startsWith(`${address}/${path}`))
  const shownTo = whose ? [whose] : part?.shownTo
  const isInGroup = useWasInGroup(...(shownTo ?? []))
  const parts = useStudyParts().map(({ path }) => ({ path, to: `${address}/${path}` }))

  // On a phone the tabs scroll.
  const tabs = useRef<HTMLElement>(null)
  const locale = useLocale()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is selected, or their widths change
  useEffect(() => {
    const selected = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tabs.current && selected) tabs.current.scrollLeft = selected.offsetLeft - selected.offsetWidth / 2
  }, [pathname, locale])

  return (
    <Page>
      <PageHeading
        crumbs={[{ label: t('heading'), to: paths.studies }]}
        aside={<StatusBadge status={study.status} />}
        action={
          <>
            {isBeingSetUp && pathname !== paths.studySetup(study.studyid) && (
              <LinkButton to={paths.studySetup(study.studyid)}>{ofStudy('setUp')}</LinkButton>
            )}
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconHistory size={18} aria-hidden />}
              onClick={() => setIsHistoryOpen(true)}
            >
              {history('history')}
            </Button>
          </>
        }
        help={t('purpose')}
      >
        {ofStudy('study', { name: study.name })}
      </PageHeading>
      {parts.length > 1 && (
        <nav
          ref={tabs}
          aria-label={ofStudy('parts')}
          className={classes.parts}
          // The browser leaves a tab that is partly cut off as it is.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {parts.map((part) => (
            <Link
              key={part.to}
              to={part.to}
              className={classes.part}
              aria-current={
                pathname.startsWith(part.to) || (part.path === 'subjects' && pathname === address) ? 'page' : undefined
              }
            >
              {ofStudy(`tabs.${part.path}`)}
            </Link>
          ))}
        </nav>
      )}
      {shownTo === undefined || isInGroup ? (
        children
      ) : (
        <NotForYou
          whose={part?.path === 'export' ? 'export' : (whose ?? 'study:admin')}
          to={paths.subjects(study.studyid)}
        />
      )}
      {isHistoryOpen && (
        <Suspense>
          <StudyHistory studyid={study.studyid} onClose={() => setIsHistoryOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Whether a study administrator is still to set the study up: it has no subjects. */
function useIsBeingSetUp({ siteid, studyid, status }: Study): boolean {
  const maySetUp = useIsInGroup('study:admin') && whyStudyTakesNoChanges({ status }) === undefined
  const { data } = useRead(StudySubjectsDocument, maySetUp ? { siteid, studyid } : undefined)
  return data?.getStudy?.subjectCount === 0
}
