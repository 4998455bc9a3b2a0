import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Checkbox } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { CopyButton } from '../../components/buttons/CopyButton.tsx'
import { useEscape } from '../../components/form/use-escape.ts'
import { Card } from '../../components/page/Card.tsx'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { MeDocument } from '../../generated/graphql.ts'
import { markSharedComputer, useSharedComputer } from '../../records/kept/shared-computer.ts'
import { RememberSite } from '../../sites/RememberSite.tsx'
import { TokensCard } from '../tokens/TokensCard.tsx'
import { EmailVerification } from './EmailVerification.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import classes from './ProfileScreen.module.css'
import { SessionsCard } from './SessionsCard.tsx'

const noVariables = {}

export function ProfileScreen() {
  const t = useTranslations('users')
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  const inSites = useTranslations('sites')
  const { data, isReading } = useRead(MeDocument, noVariables)
  const me = data?.me
  // A patient has no site to remember, and no use for tokens.
  const isStaff = me?.groups.some((group) => group !== 'patient')
  useEscape(() => void (isFirst ? navigate(paths.home) : navigate(-1)))
  return (
    <Page>
      <PageHeading help={t('profileHelp')}>{t('profile')}</PageHeading>
      <ReadingBar isReading={isReading} />
      {me && (
        <div className={classes.cards}>
          <div className={classes.column}>
            <Card heading={t('yourData')}>
              <ProfileForm me={me} />
            </Card>
            {!me.email_verified && <EmailVerification email={me.email ?? ''} />}
            <SessionsCard />
            {isStaff && <TokensCard />}
          </div>
          <div className={classes.column}>
            <Card heading={t('account')}>
              <dl className={classes.facts}>
                <CopiedFact label={t('subject')} text={me.sub} />
                <CopiedFact label={t('permissions')} text={me.groups.join(', ')} />
              </dl>
            </Card>
            {isStaff && (
              <Card heading={inSites('thisBrowser')}>
                <div className={classes.choices}>
                  <RememberSite />
                  <SharedComputer />
                </div>
              </Card>
            )}
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

/** Marks this computer as shared: nothing that was typed and not saved stays in it after its tab is closed. */
function SharedComputer() {
  const t = useTranslations('users')
  return (
    <Checkbox
      label={t('sharedComputer')}
      description={t('sharedComputerHint')}
      checked={useSharedComputer()}
      onChange={(event) => markSharedComputer(event.currentTarget.checked)}
    />
  )
}
