import { cleanVerificationCode, whyNotVerificationCode } from '@casebook/domain/users/users.rules.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../calls/graphql.ts'
import { useFocusOnRefusal } from '../../components/form/FormActions.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Card } from '../../components/page/Card.tsx'
import { ResendEmailVerificationDocument, VerifyEmailDocument } from '../../generated/graphql.ts'
import classes from './ProfileScreen.module.css'

const noVariables = {}

/** The card on the profile until the email address is verified by its code. */
export function EmailVerification({ email }: { email: string }) {
  const t = useTranslations('users')
  const [code, setCode] = useState('')
  const [verifyEmail] = useWrite(VerifyEmailDocument)
  const [resendCode] = useWrite(ResendEmailVerificationDocument)
  const verification = useSubmission(
    ['code', 'email'],
    async () => {
      const problem = whyNotVerificationCode(code)
      if (problem) throw problem
      await verifyEmail({ email, code: cleanVerificationCode(code) })
    },
    { isBeside: true },
  )
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(verification.failed, form)
  const resending = useSubmission([], () => resendCode(noVariables), { isBeside: true })

  const refusal = verification.refusal ?? resending.refusal

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void verification.submit()
  }

  async function resend() {
    if (await resending.submit()) setCode('')
  }

  return (
    <Card heading={t('verification')}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <p>{email === '' ? t('verificationNoEmail') : t('verificationText')}</p>
        <TextInput label={t('email')} value={email} disabled />
        <TextInput
          name="code"
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={verification.errorOf('code') ?? verification.errorOf('email')}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            verification.clear()
          }}
        />
        <div className={classes.buttons}>
          <Button
            type="submit"
            variant="light"
            disabled={email === ''}
            aria-disabled={verification.isBusy || undefined}
          >
            {verification.isBusy ? t('submitting') : t('submit')}
          </Button>
          <Button
            variant="default"
            disabled={email === ''}
            aria-disabled={resending.isBusy || undefined}
            onClick={() => void resend()}
          >
            {resending.isBusy ? t('resending') : t('resend')}
          </Button>
          <span role="status">{resending.savedAt && !resending.isBusy && !refusal && t('resent')}</span>
        </div>
        {refusal && <p role="alert">{refusal}</p>}
      </form>
    </Card>
  )
}
