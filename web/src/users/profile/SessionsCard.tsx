import { useFormatter, useNow, useTranslations } from 'use-intl'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import { Card } from '../../components/page/Card.tsx'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import { EndAllSessionsDocument, EndSessionDocument, SessionsDocument } from '../../generated/graphql.ts'
import { useSession } from '../../session/session.tsx'
import classes from '../tokens/OwnList.module.css'
import { deviceOf } from './device-name.ts'

const noVariables = {}

/** The person's sessions, with buttons to sign out of one or all. */
export function SessionsCard() {
  const t = useTranslations('users')
  const format = useFormatter()
  const now = useNow()
  const { refresh } = useSession()
  const { data } = useRead(SessionsDocument, noVariables)
  const [endSession] = useWrite(EndSessionDocument)
  const [endAllSessions] = useWrite(EndAllSessionsDocument)

  function nameOf(userAgent: string | null | undefined): string {
    const device = deviceOf(userAgent)
    return device ? t('deviceAndSystem', device) : t('unknownDevice')
  }

  async function endAll() {
    await endAllSessions(noVariables).finally(refresh)
    location.assign('/')
  }

  return (
    <Card
      heading={t('sessions')}
      action={
        <ConfirmRemoval
          name=""
          text={t('signOutAll')}
          busyText={t('signingOut')}
          keepText={t('cancel')}
          label={t('signOutAll')}
          question={t('confirmSignOutAll')}
          note={t('signOutNote')}
          remove={endAll}
        />
      }
    >
      <ul className={classes.list}>
        {data?.listSessions.map((session) => {
          const device = nameOf(session.user_agent)
          return (
            <li key={session.sessionid}>
              <div className={classes.text}>
                <p>
                  {device} {session.current && <StateBadge kind="good">{t('thisBrowser')}</StateBadge>}
                </p>
                <p className={classes.quiet}>
                  {[
                    session.address,
                    t('since', {
                      at: format.dateTime(new Date(session.created_at), { dateStyle: 'medium', timeStyle: 'short' }),
                    }),
                    !session.current && t('active', { at: format.relativeTime(new Date(session.last_active_at), now) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {!session.current && (
                <ConfirmRemoval
                  name={device}
                  text={t('signOutHere')}
                  busyText={t('signingOut')}
                  keepText={t('cancel')}
                  label={t('signOutOf', { device })}
                  question={t('confirmSignOut', { device })}
                  note={t('signOutNote')}
                  remove={() => endSession({ sessionid: session.sessionid })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
