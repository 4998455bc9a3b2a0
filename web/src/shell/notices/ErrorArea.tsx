import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'use-intl'
import { dismissError, useErrorCards } from '../../calls/errors.ts'
import { CopyButton } from '../../components/buttons/CopyButton.tsx'
import { useFailureText } from '../../locale/failure-text.ts'
import classes from './ErrorArea.module.css'

/** Every failure that concerns no field, as a card: newest first, in the page's flow, announced when it appears. */
export function ErrorArea() {
  const t = useTranslations('app')
  const format = useFormatter()
  const textOf = useFailureText()
  const cards = useErrorCards()
  return (
    <section className={classes.area} aria-label={t('errors')} aria-live="assertive" aria-relevant="additions">
      {cards.map(({ cardid, failure, at }) => {
        const text = textOf(failure)
        const copied = [text, failure.code, failure.errorId, at.toISOString()].filter(Boolean).join('\n')
        return (
          <div key={cardid} className={classes.card}>
            <IconAlertTriangle size={18} aria-hidden className={classes.icon} />
            <div className={classes.text}>
              <strong>{t('error')}</strong>{' '}
              <time dateTime={at.toISOString()} className={classes.at}>
                {format.dateTime(at, { hour: '2-digit', minute: '2-digit' })}
              </time>
              <p>{text}</p>
              {failure.errorId && <p className={classes.at}>{t('errorId', { errorId: failure.errorId })}</p>}
            </div>
            <div className={classes.actions}>
              <CopyButton text={copied} label={t('copyToClipboard')} />
              <Button size="xs" variant="default" onClick={() => dismissError(cardid)}>
                {t('dismiss')}
              </Button>
            </div>
          </div>
        )
      })}
    </section>
  )
}
