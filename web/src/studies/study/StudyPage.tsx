import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { useIsInGroup } from '../../session/session.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import classes from './StudyPage.module.css'
import { useStudy } from './use-study.ts'

const StudyHistory = lazy(async () => ({ default: (await import('./StudyHistory.tsx')).StudyHistory }))

/** A screen of one study: 'Study: {name}', the study's parts as tabs, and below them the part's content. */
export function StudyPage({ children }: { children: ReactNode }) {
  const t = useTranslations('studies')
  const ofStudy = useTranslations('study')
  const study = useStudy()
  const history = useTranslations('history')
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const { pathname } = useLocation()
  const isStudyAdmin = useIsInGroup('study:admin')
  const isAdmin = useIsInGroup('admin')
  const mayExport = isAdmin || isStudyAdmin
  const parts = [
    {
      to: paths.subjects(study.studyid),
      label: t('subjects'),
      isShown: true,
      isDefault: pathname === paths.study(study.studyid),
    },
    { to: paths.studyOverview(study.studyid), label: ofStudy('overview'), isShown: true, isDefault: false },
    { to: paths.schedule(study.studyid), label: ofStudy('visits'), isShown: true, isDefault: false },
    { to: paths.formTypes(study.studyid), label: t('formTypes'), isShown: isStudyAdmin, isDefault: false },
    { to: paths.activityTypes(study.studyid), label: t('activityTypes'), isShown: isStudyAdmin, isDefault: false },
    { to: paths.studyDocuments(study.studyid), label: ofStudy('documents'), isShown: true, isDefault: false },
    { to: paths.studyImport(study.studyid), label: ofStudy('import'), isShown: true, isDefault: false },
    { to: paths.studyExport(study.studyid), label: ofStudy('export'), isShown: mayExport, isDefault: false },
    { to: paths.editStudy(study.studyid), label: ofStudy('editShort'), isShown: isStudyAdmin, isDefault: false },
  ].filter((part) => part.isShown)

  // On a phone the tabs scroll.
  const tabs = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is selected
  useEffect(() => {
    const selected = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tabs.current && selected) tabs.current.scrollLeft = selected.offsetLeft - selected.offsetWidth / 2
  }, [pathname])

  return (
    <Page>
      <PageHeading
        crumbs={[{ label: t('heading'), to: paths.studies }]}
        aside={<StatusBadge status={study.status} />}
        action={
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconHistory size={18} aria-hidden />}
            onClick={() => setIsHistoryOpen(true)}
          >
            {history('history')}
          </Button>
        }
        help={t('purpose')}
      >
        {ofStudy('study', { name: study.name })}
      </PageHeading>
      {parts.length > 1 && (
        <nav ref={tabs} aria-label={ofStudy('parts')} className={classes.parts}>
          {parts.map((part) => (
            <Link
              key={part.to}
              to={part.to}
              className={classes.part}
              aria-current={pathname.startsWith(part.to) || part.isDefault ? 'page' : undefined}
            >
              {part.label}
            </Link>
          ))}
        </nav>
      )}
      {children}
      {isHistoryOpen && (
        <Suspense>
          <StudyHistory studyid={study.studyid} onClose={() => setIsHistoryOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
