import { IconArrowRight } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { selectSite } from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { drawings } from '../components/drawings.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { OnSitesUpdatesDocument, SiteCardsDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useIsInGroup } from '../session/session.tsx'
import { RememberSite } from './RememberSite.tsx'
import classes from './SiteCards.module.css'

const noVariables = {}

/** The sites to choose from: shown before a site is selected. */
export function SiteCards() {
  const t = useTranslations('sites')
  const format = useFormatter()
  const isAdmin = useIsInGroup('admin')
  const { data, isReading } = useRead(SiteCardsDocument, noVariables)
  useLive(OnSitesUpdatesDocument, noVariables)
  const sites = data?.listSites
  return (
    <>
      <ReadingBar isReading={isReading} />
      {sites?.length === 0 && (
        <EmptyState
          drawing={drawings.site}
          sentence={t('empty')}
          purpose={isAdmin ? t('purpose') : t('askForSite')}
          next={isAdmin && <LinkButton to={paths.newSite}>{t('addFirst')}</LinkButton>}
        />
      )}
      {sites && sites.length > 0 && (
        <>
          <ul className={classes.cards} aria-label={t('heading')}>
            {sites.map((site) => (
              <li key={site.siteid}>
                <button type="button" className={classes.card} onClick={() => selectSite(site.siteid)}>
                  <span className={classes.name}>
                    {site.name}
                    <IconArrowRight size={18} aria-hidden className={classes.arrow} />
                  </span>
                  <span className={classes.facts}>
                    {t('studyCount', { count: site.studyCount })} ·{' '}
                    {t('openSubjectCount', { count: site.openSubjectCount })}
                  </span>
                  <span className={classes.when}>
                    {site.lastChangeAt
                      ? t('lastChange', { when: format.relativeTime(new Date(site.lastChangeAt), new Date()) })
                      : t('noChange')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <RememberSite />
        </>
      )}
    </>
  )
}
