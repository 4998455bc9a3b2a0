import { type Group, groups } from '@casebook/domain/shared/groups.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { FormActions } from '../components/form/FormActions.tsx'
import { SavedAt } from '../components/notices/SavedAt.tsx'
import {
  ApprovePersonDocument,
  type ApprovePersonMutation,
  PeopleDocument,
  SiteChoicesDocument,
  UpdatePersonDocument,
  type UpdatePersonMutation,
} from '../generated/graphql.ts'
import { useGroupText } from '../locale/group-text.ts'
import type { Planned } from '../records/machine/entry.ts'
import { RecordNotices } from '../records/RecordNotices.tsx'
import { savedBy, sourceOf, useEditor } from '../records/use-record.ts'
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
  'export:identified': 'exportIdentifiedHint',
} as const satisfies Record<Group, string>

type Props = {
  person: PersonRow
  /** Whether the signed-in person belongs to all sites. Others can assign only their own. */
  mayGiveAllSites: boolean
  onCancel: () => void
}

/** The rights of a person. Saving those of a pending one approves them. */
function rightsRecord({ personid, state }: PersonRow) {
  return {
    record: `person/${personid}`,
    blank: {},
    source: sourceOf(PeopleDocument, noVariables, ({ data }) => {
      const person = data?.listPeople.find((each) => each.personid === personid)
      return person && { version: person.version, fields: fieldsOfRights(person), row: person }
    }),
    plan(fields: Fields, version: number | null): Planned<ApprovePersonMutation | UpdatePersonMutation> {
      const rights = rightsOf(fields)
      const input = { ...rights, sites: rights.all_sites ? [] : rights.sites, version }
      return state === 'PENDING'
        ? savedBy(ApprovePersonDocument, { personid, input })
        : savedBy(UpdatePersonDocument, { personid, input })
    },
  }
}

/** Groups and sites in one step: approves pending people, changes active ones. */
export function RightsForm({ person, mayGiveAllSites, onCancel }: Props) {
  const t = useTranslations('users')
  const groupText = useGroupText()
  const isPending = person.state === 'PENDING'
  const sites = useRead(SiteChoicesDocument, noVariables).data?.listSites ?? []
  const editor = useEditor(rightsRecord(person), { names: ['groups', 'sites'] })
  const typed = rightsOf(editor.fields)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void editor.save()
  }

  const toggle = (key: string) => (event: { currentTarget: { checked: boolean } }) =>
    editor.type({ [key]: event.currentTarget.checked ? 'yes' : '' })

  return (
    <form onSubmit={onSubmit} noValidate className={classes.panel}>
      <RecordNotices copy={editor} label={(key) => key} />
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
        {editor.errorOf('groups') && <p role="alert">{editor.errorOf('groups')}</p>}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('sites')}</legend>
        {mayGiveAllSites && (
          <>
            <Radio label={t('allSites')} checked={typed.all_sites} onChange={() => editor.type({ all_sites: 'yes' })} />
            <Radio
              label={t('someSites')}
              description={t('sitesHint')}
              checked={!typed.all_sites}
              onChange={() => editor.type({ all_sites: '' })}
            />
          </>
        )}
        {!typed.all_sites && (
          <SitesTable sites={sites} given={typed.sites} onToggle={(siteid) => toggle(`site:${siteid}`)} />
        )}
        {editor.errorOf('sites') && <p role="alert">{editor.errorOf('sites')}</p>}
      </fieldset>
      <FormActions
        save={isPending ? t('approve') : t('save')}
        busyLabel={isPending ? t('approving') : t('saving')}
        submission={editor}
        isChanged={editor.isChanged && !isPending}
        isSticky
        onCancel={() => {
          editor.discard()
          onCancel()
        }}
      >
        <SavedAt at={editor.savedAt} />
      </FormActions>
    </form>
  )
}
