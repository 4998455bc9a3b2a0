import { useFormatter, useTranslations } from 'use-intl'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import { RemoveTokenDocument, TokensDocument } from '../../generated/graphql.ts'
import classes from './OwnList.module.css'

/** Valid access tokens: the person's own, or another person's for an administrator. Each can be revoked. */
export function TokenList({ personid }: { personid?: string }) {
  const t = useTranslations('users')
  const format = useFormatter()
  const { data } = useRead(TokensDocument, { personid: personid ?? null })
  const [removeToken] = useWrite(RemoveTokenDocument)
  if (data?.listTokens.length === 0) return <p className={classes.quiet}>{t('noTokens')}</p>

  function at(instant: string): string {
    return format.dateTime(new Date(instant), { dateStyle: 'medium' })
  }

  return (
    <ul className={classes.list} aria-label={t('tokens')}>
      {data?.listTokens.map((token) => (
        <li key={token.tokenid}>
          <div className={classes.text}>
            <p>
              {token.name} <span className={classes.quiet}>{token.prefix}…</span>
            </p>
            <p className={classes.quiet}>
              {[
                token.scopes.map((scope) => t(scope)).join(', '),
                t('expires', { at: at(token.expires_at) }),
                token.last_used_at ? t('lastUsed', { at: at(token.last_used_at) }) : t('neverUsed'),
                token.last_used_address,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <ConfirmRemoval
            name={token.name}
            text={t('revoke')}
            busyText={t('revoking')}
            keepText={t('cancel')}
            label={t('revokeNamed', { name: token.name })}
            question={t('confirmRevoke', { name: token.name })}
            note={t('revokeNote')}
            remove={() => removeToken({ tokenid: token.tokenid })}
          />
        </li>
      ))}
    </ul>
  )
}
