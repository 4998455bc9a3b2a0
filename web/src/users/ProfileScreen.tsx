import { useTranslations } from 'use-intl'
import { useRead } from '../app/graphql.ts'
import { Card } from '../components/Card.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { Page } from '../components/Page.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { ReadingBar } from '../components/ReadingBar.tsx'
import { MeDocument, type MeQuery } from '../generated/graphql.ts'
import { EmailVerification } from './EmailVerification.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import classes from './ProfileScreen.module.css'
import { SessionsCard } from './SessionsCard.tsx'
import { TokensCard } from './TokensCard.tsx'

export type Me = MeQuery['me']

const noVariables = {}

export function ProfileScreen() {
  const t = useTranslations('users')
  const { data, isReading } = useRead(MeDocument, noVariables)
  const me = data?.me
  return (
    <Page>
      <PageHeading>{t('profile')}</PageHeading>
      <ReadingBar isReading={isReading} />
      {me && (
        <div className={classes.cards}>
          <Card heading={t('yourData')}>
            <ProfileForm me={me} />
          </Card>
          <div className={classes.column}>
            {!me.email_verified && <EmailVerification email={me.email ?? ''} />}
            <Card heading={t('account')}>
              <dl className={classes.facts}>
                <CopiedFact label={t('subject')} text={me.sub} />
                <CopiedFact label={t('permissions')} text={me.groups.join(', ')} />
              </dl>
            </Card>
            <SessionsCard />
            {me.groups.some((group) => group !== 'patient') && <TokensCard />}
          </div>
        </div>
      )}
    </Page>
  )
}

function CopiedFact({ label, text }: { label: string; text: string }) {
  const t = useTranslations('users')
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{text}</span>
        <CopyButton text={text} label={t('copyToClipboard')} />
      </dd>
    </div>
  )
}
