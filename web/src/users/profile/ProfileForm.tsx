import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import {
  blankFields,
  givenFields,
  typedFields,
  whyNotGiven,
} from '@casebook/domain/shared/record-fields/record-fields.ts'
import { profileFields } from '@casebook/domain/users/users.rules.ts'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions } from '../../components/form/FormActions.tsx'
import { SavedAt } from '../../components/notices/SavedAt.tsx'
import { MeDocument, type MeQuery, UpdateMeDocument } from '../../generated/graphql.ts'
import { RecordInputs } from '../../records/RecordForm.tsx'
import { RecordGuard, RecordNotices } from '../../records/RecordNotices.tsx'
import { editingOf, savedBy, sourceOf, useEditor } from '../../records/use-record.ts'
import { useSession } from '../../session/session.tsx'
import checked from './CheckedFact.module.css'
import classes from './ProfileScreen.module.css'

type Me = MeQuery['me']

const profile = {
  record: 'profile',
  blank: blankFields(profileFields),
  source: sourceOf(
    MeDocument,
    {},
    ({ data }) => data && { version: data.me.version, fields: typedFields(profileFields, named(data.me)) },
  ),
  plan(typed: Fields, over: number | null) {
    const given = givenFields(profileFields, typed)
    return whyNotGiven(profileFields, given) ?? savedBy(UpdateMeDocument, { input: { ...given, version: over } })
  },
}

/** Somebody who signed in for the first time may have no name yet. */
function named(me: Me) {
  return { ...me, given_name: me.given_name ?? '', family_name: me.family_name ?? '' }
}

const shown = {
  given_name: { autoComplete: 'given-name' },
  family_name: { autoComplete: 'family-name' },
  email: { type: 'email', autoComplete: 'email' },
  phone_number: { type: 'tel', autoComplete: 'tel' },
}

/** What a person may change about themselves, and their read-only facts. */
export function ProfileForm({ me }: { me: Me }) {
  const t = useTranslations('users')
  const { refresh } = useSession()
  const editor = useEditor(profile, editingOf(profileFields))

  const label = (field: keyof typeof profileFields) => t(field)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (await editor.save()) await refresh()
  }

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <RecordGuard lane={editor.record} />
      <RecordNotices copy={editor} label={label} />
      <div className={classes.names}>
        <RecordInputs editor={editor} fields={profileFields} label={label} shown={shown} />
      </div>
      <div className={classes.checks}>
        <CheckedFact label={t('emailVerified')} isTrue={me.email_verified} />
        <CheckedFact label={t('phoneVerified')} isTrue={me.phone_number_verified} />
      </div>
      <div className={classes.checks}>
        <CheckedFact label={t('globalAdministrator')} isTrue={me.is_admin} />
        <CheckedFact label={t('healthPersonnel')} isTrue={me.is_hp} />
        <CheckedFact label={t('patient')} isTrue={me.is_patient} />
      </div>
      <FormActions save={t('update')} busyLabel={t('updating')} submission={editor} isChanged={editor.isChanged}>
        <SavedAt at={editor.savedAt} />
      </FormActions>
    </form>
  )
}

/** A read-only checkbox: focusable and readable, without effect. */
function CheckedFact({ label, isTrue }: { label: string; isTrue: boolean }) {
  return (
    <label className={checked.fact}>
      <input type="checkbox" checked={isTrue} readOnly aria-readonly className={checked.box} />
      {label}
    </label>
  )
}
