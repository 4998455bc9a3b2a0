import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../app/paths.ts'
import { useIsInGroup } from '../app/session.tsx'
import { Page } from '../components/Page.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { StatusBadge } from '../components/StatusBadge.tsx'
import classes from './StudyPage.module.css'
import { useStudy } from './use-study.ts'

/** A screen of one study: 'Study: {name}', the study's parts as tabs, and under them the part's own content. */
export function StudyPage({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const t = useTranslations('studies')
  const study = useStudy()
  const { pathname } = useLocation()
  const isStudyAdmin = useIsInGroup('study:admin')
  const parts = [
    {
      to: paths.subjects(study.studyid),
      label: t('subjects'),
      isShown: true,
      isDefault: pathname === paths.study(study.studyid),
    },
    { to: paths.formTypes(study.studyid), label: t('formTypes'), isShown: isStudyAdmin, isDefault: false },
    { to: paths.activityTypes(study.studyid), label: t('activityTypes'), isShown: isStudyAdmin, isDefault: false },
    { to: paths.editStudy(study.studyid), label: t('editShort'), isShown: isStudyAdmin, isDefault: false },
  ].filter((part) => part.isShown)

  return (
    <Page>
      <PageHeading
        crumbs={[{ label: t('heading'), to: paths.studies }]}
        aside={<StatusBadge status={study.status} />}
        action={action}
      >
        {t('study', { name: study.name })}
      </PageHeading>
      {parts.length > 1 && (
        <nav aria-label={t('parts')} className={classes.parts}>
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
    </Page>
  )
}
