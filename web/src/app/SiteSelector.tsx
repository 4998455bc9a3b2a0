import { NativeSelect } from '@mantine/core'
import { IconBuildingHospital } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { OnSitesUpdatesDocument, SiteChoicesDocument } from '../generated/graphql.ts'
import { useRead } from './graphql.ts'
import { useLive } from './live.ts'
import { selectSite, useSelectedSiteid } from './selected-site.ts'

const noVariables = {}

/**
 * The sites that the person may select, and the one that is. A `?site=` in the address selects that one; a selection
 * that is no longer among them is dropped; where there is only one, it is selected.
 */
export function useSiteChoices() {
  const { data } = useRead(SiteChoicesDocument, noVariables)
  const siteid = useSelectedSiteid()
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('site')
  useLive(OnSitesUpdatesDocument, noVariables)

  const sites = data?.listSites
  useEffect(() => {
    if (!sites) return
    if (wanted !== null && sites.some((site) => site.siteid === wanted)) selectSite(wanted)
    else if (siteid !== undefined && !sites.some((site) => site.siteid === siteid)) selectSite(undefined)
    if (wanted !== null) {
      setSearch(
        (before) => {
          before.delete('site')
          return before
        },
        { replace: true },
      )
    }
  }, [sites, wanted, siteid, setSearch])
  return { sites, siteid }
}

export function SiteSelector({
  sites,
  siteid,
  onSelect,
}: {
  sites: readonly { siteid: string; name: string }[] | undefined
  siteid: string | undefined
  onSelect: (siteid: string) => void
}) {
  const t = useTranslations('app')
  return (
    <NativeSelect
      aria-label={t('site')}
      leftSection={<IconBuildingHospital size={16} aria-hidden />}
      value={sites?.some((site) => site.siteid === siteid) ? siteid : ''}
      onChange={(event) => onSelect(event.currentTarget.value)}
    >
      <option value="" disabled>
        {sites?.length === 0 ? t('noSites') : t('selectSite')}
      </option>
      {sites?.map((site) => (
        <option key={site.siteid} value={site.siteid}>
          {site.name}
        </option>
      ))}
    </NativeSelect>
  )
}
