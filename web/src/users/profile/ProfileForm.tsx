import { whyNotName } from '@casebook/domain/shared/text.rules.ts'
import { whyNotEmail, whyNotPhoneNumber, whyNotProfile } from '@casebook/domain/users/users.rules.ts'
import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../calls/graphql.ts'
import { FormActions } from '../../components/form/FormActions.tsx'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { CheckedFact } from '../../components/notices/CheckedFact.tsx'
import { DraftNotice } from '../../components/notices/DraftNotice.tsx'
import { SavedAt } from '../../components/notices/SavedAt.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import { type MeQuery, UpdateMeDocument } from '../../generated/graphql.ts'
import { useSession } from '../../session/session.tsx'
import classes from './ProfileScreen.module.css'

const fields = ['given_name', 'family_name', 'email', 'phone_number'] as const
type Field = (typeof fields)[number]
type Me = MeQuery['me']

const whyNot: Record<Field, (text: string) => Error | undefined> = {
  given_name: (text) => whyNotName(text, 'given_name'),
  family_name: (text) => whyNotName(text, 'family_name'),
  email: whyNotEmail,
  phone_number: whyNotPhoneNumber,
}

/** What a person may change about themselves, and their read-only facts. */
export function ProfileForm({ me }: { me: Me }) {
  const t = useTranslations('users')
  const { refresh } = useSession()
  const [updateMe] = useWrite(UpdateMeDocument)
  const draft = useDraft<Field>('profile', {
    given_name: me.given_name ?? '',
    family_name: me.family_name ?? '',
    email: me.email ?? '',
    phone_number: me.phone_number ?? '',
  })
  const typed = draft.value
  const submission = useSubmission(
    fields,
    async () => {
      const problem = whyNotProfile(typed)
      if (problem) throw problem
      await updateMe({ input: { ...typed, email: typed.email || null, phone_number: typed.phone_number || null } })
    },
    { isBeside: true },
  )
  const { submit, savedAt, errorOf, clear, check } = submission

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!(await submit())) return
    draft.discard()
    await refresh()
  }

  function inputOf(field: Field) {
    return {
      name: field,
      value: typed[field],
      error: errorOf(field),
      onChange: (event: { currentTarget: { value: string } }) => {
        draft.set({ ...typed, [field]: event.currentTarget.value })
        clear(field)
      },
      onBlur: () => check(field, whyNot[field](typed[field])),
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <UnsavedGuard isChanged={draft.isChanged} onLeave={draft.discard} />
      <DraftNotice draft={draft} />
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
      <FormActions save={t('update')} busyLabel={t('updating')} submission={submission} isChanged={draft.isChanged}>
        <SavedAt at={savedAt} />
      </FormActions>
    </form>
  )
}
