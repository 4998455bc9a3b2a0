import { type ComponentType, useState } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { useIsInGroup } from '../session/session.tsx'

/** Whose a screen is, and what is said of it to others: the keys of its text. */
type Whose = 'admin' | 'removed' | 'study:admin' | 'subject:admin' | 'export'

/** Says whose a screen is, what one can do instead, and where to go. */
export function NotForYou({ whose, to = paths.studies }: { whose: Whose; to?: string }) {
  const t = useTranslations('users.notForYou')
  const ofExports = useTranslations('exports')
  return (
    <Notice
      kind="info"
      title={t('heading')}
      action={<LinkButton to={to}>{t(to === paths.studies ? 'toStudies' : 'toSubjects')}</LinkButton>}
    >
      {whose === 'export' ? ofExports('oneAtATime') : t(`of.${whose}`)}
    </Notice>
  )
}

/** Whether the person was in one of the groups when the screen was opened: text that is typed stays if a right is taken away. */
export function useWasInGroup(...groups: string[]): boolean {
  const isIn = useIsInGroup(...groups)
  const [was] = useState(isIn)
  return was || isIn
}

/** The screen for administrators; for others who follow a link to it, a page with this heading that says so. */
export function forAdministrators(
  Screen: ComponentType,
  heading: 'devices' | 'sites' | 'users' | 'removed',
): ComponentType {
  return function ForAdministrators() {
    const t = useTranslations('app')
    if (useWasInGroup('admin')) return <Screen />
    return (
      <Page>
        <PageHeading>{t(heading)}</PageHeading>
        <NotForYou whose={heading === 'removed' ? heading : 'admin'} />
      </Page>
    )
  }
}
