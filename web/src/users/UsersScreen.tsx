import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { type Column, DataList } from '../components/list/DataList.tsx'
import { StateBadge } from '../components/notices/StateBadge.tsx'
import { Page, WithSidePanel } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { usePanel } from '../components/page/use-panel.ts'
import { OnPeopleUpdatesDocument, PeopleDocument, SiteChoicesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useGroupText } from '../locale/group-text.ts'
import { useUser } from '../session/session.tsx'
import { forAdministrators } from '../shell/NotForYou.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { comparePeople, nameOf, type PersonRow, personText } from './person/person-name.ts'
import classes from './UsersScreen.module.css'

const noVariables = {}
const states = ['PENDING', 'ACTIVE', 'DEACTIVATED'] as const
const badges = { PENDING: 'waiting', ACTIVE: 'good', DEACTIVATED: 'bad' } as const

/** For administrators: everyone who ever signed in, pending people first. */
export const UsersScreen = forAdministrators(PeopleList, 'users')

function PeopleList() {
  const t = useTranslations('users')
  const { data, isReading } = useRead(PeopleDocument, noVariables)
  useLive(OnPeopleUpdatesDocument, noVariables)
  const panel = usePanel()
  const [state, setState] = useState<PersonRow['state']>()
  const columns = useColumns(panel.openEdit)
  const people = data?.listPeople
  const shown = useMemo(
    () => (state === undefined ? people : people?.filter((person) => person.state === state)),
    [people, state],
  )
  const opened = people?.find(({ personid }) => personid === panel.editid)
  const { sub } = useUser()
  const isOfAllSites = people?.some((person) => person.sub === sub && person.all_sites) ?? false

  return (
    <Page>
      <PageHeading help={t('usersHelp')}>{t('users')}</PageHeading>
      <fieldset className={classes.states}>
        <legend className={classes.hidden}>{t('show')}</legend>
        {[undefined, ...states].map((each) => (
          <Button
            key={each ?? 'all'}
            size="xs"
            variant={each === state ? 'light' : 'subtle'}
            color={each === state ? undefined : 'gray'}
            aria-pressed={each === state}
            onClick={() => setState(each)}
          >
            {each === undefined ? t('all') : t(each)}{' '}
            {people?.filter((person) => each === undefined || person.state === each).length}
          </Button>
        ))}
      </fieldset>
      <WithSidePanel
        panel={
          opened && (
            <PersonPanel key={opened.personid} person={opened} mayGiveAllSites={isOfAllSites} onClose={panel.close} />
          )
        }
      >
        <DataList
          label={t('users')}
          rows={shown}
          rowKey={(person) => person.personid}
          columns={columns}
          compare={comparePeople}
          filterText={personText}
          isReading={isReading}
          count={(count) => t('peopleCount', { count })}
          empty={t('noPeople')}
          chosenKey={panel.editid}
        />
      </WithSidePanel>
    </Page>
  )
}

function useColumns(open: (personid: string) => void): Column<PersonRow>[] {
  const t = useTranslations('users')
  const format = useFormatter()
  const sites = useRead(SiteChoicesDocument, noVariables).data?.listSites
  const groupText = useGroupText()
  return useMemo(() => {
    function siteNames(person: PersonRow) {
      if (person.all_sites) return <span className={classes.short}>{t('allSites')}</span>
      if (person.sites.length === 0) return <span className={classes.short}>{t('noSites')}</span>
      return person.sites.map((siteid) => sites?.find((site) => site.siteid === siteid)?.name ?? siteid).join(', ')
    }
    return [
      {
        key: 'name',
        header: t('name'),
        cell: (person) => (
          <button type="button" className={classes.name} onClick={() => open(person.personid)}>
            {nameOf(person)}
          </button>
        ),
      },
      {
        key: 'state',
        header: t('state'),
        cell: (person) => <StateBadge kind={badges[person.state]}>{t(person.state)}</StateBadge>,
      },
      {
        key: 'groups',
        header: t('groups'),
        cell: (person) => person.groups.map(groupText).join(', ') || t('noGroups'),
      },
      { key: 'sites', header: t('sites'), cell: siteNames },
      {
        key: 'seen',
        header: t('lastSeen'),
        cell: ({ asserted }) =>
          asserted ? (
            <time dateTime={asserted.last_seen} className={classes.short}>
              {format.dateTime(new Date(asserted.last_seen), { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          ) : (
            t('never')
          ),
      },
    ]
  }, [t, format, sites, open, groupText])
}
