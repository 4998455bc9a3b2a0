import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../components/buttons/CopyButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { Card } from '../../components/page/Card.tsx'
import { NewTokenForm } from './NewTokenForm.tsx'
import classes from './OwnList.module.css'
import { TokenList } from './TokenList.tsx'

/** The person's access tokens. A new one is shown once. */
export function TokensCard() {
  const t = useTranslations('users')
  const [isAdding, setIsAdding] = useState(false)
  const [token, setToken] = useState<string>()
  return (
    <Card
      heading={t('tokens')}
      action={
        <Button size="xs" variant="default" disabled={isAdding} onClick={() => setIsAdding(true)}>
          {t('newToken')}
        </Button>
      }
    >
      <p className={classes.quiet}>{t('tokensText')}</p>
      {token !== undefined && (
        <Notice
          kind="warning"
          title={t('tokenShownOnce')}
          action={
            <>
              <CopyButton text={token} label={t('copyToken')} />
              <Button size="xs" variant="default" onClick={() => setToken(undefined)}>
                {t('done')}
              </Button>
            </>
          }
        >
          <code className={classes.token}>{token}</code>
        </Notice>
      )}
      <TokenList />
      {isAdding && (
        <NewTokenForm
          onAdded={(added) => {
            setToken(added)
            setIsAdding(false)
          }}
          onCancel={() => setIsAdding(false)}
        />
      )}
    </Card>
  )
}
