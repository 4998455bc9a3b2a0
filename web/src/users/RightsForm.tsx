import { type Group, groups } from '@casebook/domain/shared/groups.ts'
import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../calls/graphql.ts'
import { FormActions } from '../components/form/FormActions.tsx'
import { SavedAt } from '../components/notices/SavedAt.tsx'
import { DraftNotices } from '../drafts/DraftNotices.tsx'
import { useRecordDraft } from '../drafts/use-record-draft.ts'
import { useRecordSubmission } from '../drafts/use-record-submission.ts'
import { ApprovePersonDocument, SiteChoicesDocument, UpdatePersonDocument } from '../generated/graphql.ts'
import { useGroupText } from '../locale/group-text.ts'
import type { PersonRow } from './person/person-name.ts'
import { SitesTable } from './SitesTable.tsx'
import { fieldsOfRights, rightsOf } from './typed-rights.ts'
import classes from './UsersScreen.module.css'

const noVariables = {}
const hints = {
  admin: 'adminHint',
  hp: 'hpHint',
  patient: 'patientHint',
  'study:admin': 'studyAdminHint',
  'subject:admin': 'subjectAdminHint',
} as const satisfies Record<Group, string>

type Props = {
  person: PersonRow
  /** Whether the signed-in person belongs to all sites. Others can assign only their own. */
  mayGiveAllSites: boolean
  onCancel: () => void
}

/** Groups and sites in one step: approves pending people, changes active ones. */
export function RightsForm({ person, mayGiveAllSites, onCancel }: Props) {
  const t = useTranslations('users')
  const groupText = useGroupText()
  const { personid } = person
  const isPending = person.state === 'PENDING'
  const sites = useRead(SiteChoicesDocument, noVariables).data?.listSites ?? []
  const [approvePerson] = useWrite(ApprovePersonDocument)
  const [updatePerson] = useWrite(UpdatePersonDocument)
  const draft = useRecordDraft(`person/${personid}`, {
    version: person.version,
    fields: fieldsOfRights(person),
  })
  const typed = rightsOf(draft.fields)
  const submission = useRecordSubmission(
    draft,
    ['groups', 'sites'],
    () => undefined,
    async (fields, version) => {
      const rights = rightsOf(fields)
      const input = { ...rights, sites: rights.all_sites ? [] : rights.sites, version }
      return isPending
        ? (await approvePerson({ personid, input })).approvePerson
        : (await updatePerson({ personid, input })).updatePerson
    },
  )
  const { submit, savedAt, errorOf } = submission

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (await submit()) draft.discard()
  }

  const toggle = (key: string) => (event: { currentTarget: { checked: boolean } }) =>
    draft.set({ [key]: event.currentTarget.checked ? 'yes' : '' })

  return (
    <form onSubmit={onSubmit} noValidate className={classes.panel}>
      <DraftNotices draft={draft} label={(key) => key} onPutBack={undefined} />
      <fieldset className={classes.group}>
        <legend>{t('groups')}</legend>
        {groups.map((group) => (
          <Checkbox
            key={group}
            label={groupText(group)}
            description={t(hints[group])}
            checked={typed.groups.includes(group)}
            onChange={toggle(`group:${group}`)}
          />
        ))}
        {errorOf('groups') && <p role="alert">{errorOf('groups')}</p>}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('sites')}</legend>
        {mayGiveAllSites && (
          <>
            <Radio label={t('allSites')} checked={typed.all_sites} onChange={() => draft.set({ all_sites: 'yes' })} />
            <Radio
              label={t('someSites')}
              description={t('sitesHint')}
              checked={!typed.all_sites}
              onChange={() => draft.set({ all_sites: '' })}
            />
          </>
        )}
        {!typed.all_sites && (
          <SitesTable sites={sites} given={typed.sites} onToggle={(siteid) => toggle(`site:${siteid}`)} />
        )}
        {errorOf('sites') && <p role="alert">{errorOf('sites')}</p>}
      </fieldset>
      <FormActions
        save={isPending ? t('approve') : t('save')}
        busyLabel={isPending ? t('approving') : t('saving')}
        submission={submission}
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
