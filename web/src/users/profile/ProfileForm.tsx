import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { whyNotName } from '@casebook/domain/shared/text.rules.ts'
import { whyNotEmail, whyNotPhoneNumber, whyNotProfile } from '@casebook/domain/users/users.rules.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormActions } from '../../components/form/FormActions.tsx'
import { CheckedFact } from '../../components/notices/CheckedFact.tsx'
import { SavedAt } from '../../components/notices/SavedAt.tsx'
import { MeDocument, type MeQuery, UpdateMeDocument } from '../../generated/graphql.ts'
import { RecordGuard } from '../../records/RecordGuard.tsx'
import { RecordNotices } from '../../records/RecordNotices.tsx'
import { savedBy, sourceOf, useEditor } from '../../records/use-record.ts'
import { useSession } from '../../session/session.tsx'
import classes from './ProfileScreen.module.css'

const fields = ['given_name', 'family_name', 'email', 'phone_number'] as const
type Field = (typeof fields)[number]
type Me = MeQuery['me']

const whys: ReadonlyMap<string, (text: string) => Error | undefined> = new Map<
  Field,
  (text: string) => Error | undefined
>([
  ['given_name', (text) => whyNotName(text, 'given_name')],
  ['family_name', (text) => whyNotName(text, 'family_name')],
  ['email', whyNotEmail],
  ['phone_number', whyNotPhoneNumber],
])

function textsOf(me: Me): Fields {
  return {
    given_name: me.given_name ?? '',
    family_name: me.family_name ?? '',
    email: me.email ?? '',
    phone_number: me.phone_number ?? '',
  }
}

const profile = {
  record: 'profile',
  blank: Object.fromEntries(fields.map((field) => [field, ''])),
  source: sourceOf(MeDocument, {}, ({ data }) => data && { version: null, fields: textsOf(data.me) }),
  plan(typed: Fields) {
    const value = (field: Field) => fieldValue(typed, field)
    const input = {
      given_name: value('given_name'),
      family_name: value('family_name'),
      email: value('email') || null,
      phone_number: value('phone_number') || null,
    }
    return whyNotProfile(input) ?? savedBy(UpdateMeDocument, { input })
  },
}

/** What a person may change about themselves, and their read-only facts. */
export function ProfileForm({ me }: { me: Me }) {
  const t = useTranslations('users')
  const { refresh } = useSession()
  const editor = useEditor(profile, {
    names: fields,
    why: (field, typed) => whys.get(field)?.(fieldValue(typed, field)),
  })

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (await editor.save()) await refresh()
  }

  function inputOf(field: Field) {
    return {
      name: field,
      value: fieldValue(editor.fields, field),
      error: editor.errorOf(field),
      onChange: (event: { currentTarget: { value: string } }) => editor.type({ [field]: event.currentTarget.value }),
      onBlur: () => editor.check(field),
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <RecordGuard lane={editor.record} />
      <RecordNotices copy={editor} label={(key) => key} />
      <div className={classes.names}>
        <TextInput
          label={t('firstName')}
          autoComplete="given-name"
          withAsterisk
          aria-required
          {...inputOf('given_name')}
        />
        <TextInput
          label={t('lastName')}
          autoComplete="family-name"
          withAsterisk
          aria-required
          {...inputOf('family_name')}
        />
        <TextInput label={t('email')} type="email" autoComplete="email" {...inputOf('email')} />
        <TextInput label={t('phone')} type="tel" autoComplete="tel" {...inputOf('phone_number')} />
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
