import { type Group, groups } from '@casebook/domain/shared/groups.ts'
import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../app/graphql.ts'
import { ConflictNotice } from '../components/ConflictNotice.tsx'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FormActions } from '../components/FormActions.tsx'
import { SavedAt } from '../components/SavedAt.tsx'
import { useSubmission } from '../components/use-submission.ts'
import { useVersionedDraft } from '../components/use-versioned-draft.ts'
import { ApprovePersonDocument, SiteChoicesDocument, UpdatePersonDocument } from '../generated/graphql.ts'
import type { PersonRow } from './person-name.ts'
import classes from './UsersScreen.module.css'

const noVariables = {}
const hints = {
  admin: 'adminHint',
  hp: 'hpHint',
  patient: 'patientHint',
  'study:admin': 'studyAdminHint',
  'subject:admin': 'subjectAdminHint',
} as const satisfies Record<Group, string>

function toggled(all: readonly string[], one: string, isIn: boolean): string[] {
  return isIn ? [...all, one] : all.filter((each) => each !== one)
}

/** Groups and sites in one step: approves who is pending, changes who is active. */
export function RightsForm({ person, onCancel }: { person: PersonRow; onCancel: () => void }) {
  const t = useTranslations('users')
  const { personid } = person
  const isPending = person.state === 'PENDING'
  const sites = useRead(SiteChoicesDocument, noVariables).data?.listSites ?? []
  const [approvePerson] = useWrite(ApprovePersonDocument)
  const [updatePerson] = useWrite(UpdatePersonDocument)
  const draft = useVersionedDraft(
    `person/${personid}/${person.state}`,
    { groups: person.groups, all_sites: person.all_sites, sites: person.sites },
    person.version,
  )
  const typed = draft.value
  const { submit, isBusy, savedAt, errorOf, conflict, clear } = useSubmission(
    ['groups', 'sites'],
    async (version: number | undefined) => {
      const input = { ...typed, sites: typed.all_sites ? [] : typed.sites, version: version ?? null }
      await (isPending ? approvePerson({ personid, input }) : updatePerson({ personid, input }))
    },
  )

  async function save(version: number | undefined) {
    if (await submit(version)) draft.discard()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void save(draft.version)
  }

  return (
    <form onSubmit={onSubmit} noValidate className={classes.panel}>
      <DraftNotice draft={draft} />
      <ConflictNotice
        conflict={isBusy ? undefined : (conflict ?? draft.heard)}
        onSaveMine={(version) => void save(version)}
        onTakeTheirs={() => {
          clear()
          draft.discard()
        }}
      />
      <fieldset className={classes.group}>
        <legend>{t('groups')}</legend>
        {groups.map((group) => (
          <Checkbox
            key={group}
            label={group}
            description={t(hints[group])}
            checked={typed.groups.includes(group)}
            onChange={(event) =>
              draft.set({ ...typed, groups: toggled(typed.groups, group, event.currentTarget.checked) })
            }
          />
        ))}
        {errorOf('groups') && <p role="alert">{errorOf('groups')}</p>}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('sites')}</legend>
        <Radio
          label={t('allSites')}
          checked={typed.all_sites}
          onChange={() => draft.set({ ...typed, all_sites: true })}
        />
        <Radio
          label={t('someSites')}
          description={t('sitesHint')}
          checked={!typed.all_sites}
          onChange={() => draft.set({ ...typed, all_sites: false })}
        />
        {!typed.all_sites &&
          sites.map(({ siteid, name }) => (
            <Checkbox
              key={siteid}
              label={name}
              checked={typed.sites.includes(siteid)}
              onChange={(event) =>
                draft.set({ ...typed, sites: toggled(typed.sites, siteid, event.currentTarget.checked) })
              }
            />
          ))}
        {errorOf('sites') && <p role="alert">{errorOf('sites')}</p>}
      </fieldset>
      <FormActions
        save={isPending ? t('approve') : t('save')}
        busyLabel={isPending ? t('approving') : t('saving')}
        isBusy={isBusy}
        isChanged={draft.isChanged && !isPending}
        onCancel={() => {
          draft.discard()
          onCancel()
        }}
      >
        <SavedAt at={savedAt} />
      </FormActions>
    </form>
  )
}
