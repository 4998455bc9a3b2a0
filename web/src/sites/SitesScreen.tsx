import { Button } from '@mantine/core'
import { IconCheck, IconPackageExport, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { atSite, paths } from '../browser/paths.ts'
import { selectSite, useSelectedSiteid } from '../browser/selected-site.ts'
import { readOnce, useRead, useWrite } from '../calls/graphql.ts'
import { IconLink } from '../components/buttons/IconButton.tsx'
import { Link } from '../components/buttons/Link.tsx'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { drawings } from '../components/drawings.ts'
import { type Column, DataList } from '../components/list/DataList.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import {
  OnSitesUpdatesDocument,
  RemoveSiteDocument,
  SitesDocument,
  type SitesQuery,
  StudiesDocument,
} from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useRestore } from '../removed/use-restore.ts'
import { forAdministrators } from '../shell/NotForYou.tsx'
import classes from './SiteCards.module.css'

type SiteRow = SitesQuery['listSites'][number]

const noVariables = {}

function siteText(site: SiteRow): string {
  return `${site.name} ${site.siteid}`
}

/** The sites that an administrator manages. The name selects the site; the counts select it and open the list. */
export const SitesScreen = forAdministrators(SiteList, 'sites')

function SiteList() {
  const t = useTranslations('sites')
  const { data, isReading } = useRead(SitesDocument, noVariables)
  useLive(OnSitesUpdatesDocument, noVariables)
  const selected = useSelectedSiteid()
  const columns = useSiteColumns(selected)
  return (
    <Page>
      <PageHeading
        help={t('purpose')}
        action={
          <LinkButton to={paths.newSite} variant="filled" size="sm">
            {t('new')}
          </LinkButton>
        }
      >
        {t('heading')}
      </PageHeading>
      <DataList
        label={t('heading')}
        rows={data?.listSites}
        rowKey={(site) => site.siteid}
        columns={columns}
        filterText={siteText}
        isReading={isReading}
        count={(count) => t('count', { count })}
        empty={t('empty')}
        emptyPurpose={t('purpose')}
        emptyDrawing={drawings.site}
        emptyNext={
          <LinkButton to={paths.newSite} variant="light">
            {t('addFirst')}
          </LinkButton>
        }
      />
    </Page>
  )
}

function useSiteColumns(selected: string | undefined): Column<SiteRow>[] {
  const t = useTranslations('sites')
  const format = useFormatter()
  const [removeSite] = useWrite(RemoveSiteDocument)
  const restore = useRestore('SITE')
  return useMemo(() => {
    async function remove({ siteid, version }: SiteRow) {
      await removeSite({ siteid, version })
      if (selected === siteid) selectSite(undefined)
    }

    async function removedAlong(site: SiteRow) {
      const { listStudies } = await readOnce(StudiesDocument, { siteid: site.siteid })
      const subjects = listStudies.reduce((sum, study) => sum + study.subjectCount, 0)
      return format.list([
        ...(listStudies.length > 0 ? [t('studyCount', { count: listStudies.length })] : []),
        ...(subjects > 0 ? [t('subjectCount', { count: subjects })] : []),
        ...(site.deviceCount > 0 ? [t('deviceCount', { count: site.deviceCount })] : []),
      ])
    }

    return [
      {
        key: 'name',
        header: t('site'),
        isSorted: true,
        cell: (site) => (
          <Button
            size="xs"
            variant={site.siteid === selected ? 'light' : 'default'}
            aria-pressed={site.siteid === selected}
            className={classes.listed}
            leftSection={site.siteid === selected && <IconCheck size={14} aria-hidden />}
            title={t('select', { name: site.name })}
            onClick={() => selectSite(site.siteid)}
          >
            {site.name}
          </Button>
        ),
      },
      {
        key: 'studies',
        header: t('studies'),
        align: 'end',
        cell: (site) => (
          <Link
            to={atSite(paths.studies, site.siteid)}
            aria-label={`${site.name}: ${t('studyCount', { count: site.studyCount })}`}
            onClick={() => selectSite(site.siteid)}
          >
            {format.number(site.studyCount)}
          </Link>
        ),
      },
      {
        key: 'devices',
        header: t('devices'),
        align: 'end',
        cell: (site) => (
          <Link
            to={atSite(paths.devices, site.siteid)}
            aria-label={`${site.name}: ${t('deviceCount', { count: site.deviceCount })}`}
            onClick={() => selectSite(site.siteid)}
          >
            {format.number(site.deviceCount)}
          </Link>
        ),
      },
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: (site) => (
          <>
            <IconLink to={`./${site.siteid}/edit`} label={t('edit', { name: site.name })}>
              <IconPencil size={18} aria-hidden />
            </IconLink>
            <IconLink to={atSite(paths.exports, site.siteid)} label={t('export', { name: site.name })}>
              <IconPackageExport size={18} aria-hidden />
            </IconLink>
            <ConfirmRemoval
              name={site.name}
              removedAlong={() => removedAlong(site)}
              remove={() => remove(site)}
              record={`site/${site.siteid}`}
              undo={restore && (() => restore(site.siteid))}
            />
          </>
        ),
      },
    ]
  }, [t, format, selected, removeSite, restore])
}
