import { Input } from '@mantine/core'
import { IconBuildingHospital, IconSelector } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { navigation, useSearch } from '../browser/navigation/navigation.ts'
import {
  readRememberedSite,
  rememberSite,
  selectSite,
  settleSite,
  useSelectedSiteid,
} from '../browser/selected-site.ts'
import { useRead } from '../calls/graphql.ts'
import { OnSitesUpdatesDocument, SiteChoicesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useUser } from '../session/session.tsx'

const noVariables = {}

function withoutSite(search: URLSearchParams): URLSearchParams {
  search.delete('site')
  return search
}

/**
 * The sites that the person may select, and the selected one. A `?site=` in the address selects a site. A selection
 * that is no longer available is cleared. Without a selection, the only site, or the one that this browser may
 * remember, is selected.
 */
export function useSiteChoices() {
  const { data } = useRead(SiteChoicesDocument, noVariables)
  const siteid = useSelectedSiteid()
  const { sub } = useUser()
  const wanted = useSearch().get('site')
  useLive(OnSitesUpdatesDocument, noVariables)

  const sites = data?.listSites
  useEffect(() => {
    if (!sites) return
    if (wanted !== null && sites.some((site) => site.siteid === wanted)) selectSite(wanted)
    else if (siteid !== undefined && !sites.some((site) => site.siteid === siteid)) selectSite(undefined)
    else if (siteid === undefined) {
      const remembered = sites.length === 1 ? sites[0]?.siteid : readRememberedSite(sub)
      if (sites.some((site) => site.siteid === remembered)) selectSite(remembered)
    } else rememberSite(sub, siteid)
    settleSite()
    if (wanted !== null) navigation.changeSearch('replace', withoutSite)
  }, [sites, wanted, siteid, sub])
  return { sites, siteid }
}

/** Mantine's Input rather than its NativeSelect, which would add 0.9 kB (gzip) to the initial load. */
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
    <Input
      component="select"
      aria-label={t('site')}
      leftSection={<IconBuildingHospital size={16} aria-hidden />}
      rightSection={<IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      pointer
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
    </Input>
  )
}
