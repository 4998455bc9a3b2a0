import { mostCalendarDays } from '@casebook/domain/users/rights.rules.ts'
import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { CopyButton } from '../../components/buttons/CopyButton.tsx'
import { Link } from '../../components/buttons/Link.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import {
  AllowCalendarFeedDocument,
  CalendarFeedDocument,
  SubscribeToCalendarDocument,
} from '../../generated/graphql.ts'
import { useIsInGroup } from '../../session/session.tsx'
import classes from './Calendar.module.css'

/**
 * The calendar in other programs, by an address with a token: shown once, to whoever asks for it, where the study allows it. Study
 * administrators allow it here.
 */
export function CalendarFeed({ siteid, studyid }: { siteid: string; studyid: string }) {
  const t = useTranslations('calendar')
  const headingid = useId()
  const mayAllow = useIsInGroup('study:admin')
  const study = useRead(CalendarFeedDocument, { siteid, studyid }).data?.getStudy
  const [allow] = useWrite(AllowCalendarFeedDocument)
  const [subscribe] = useWrite(SubscribeToCalendarDocument)
  const [address, setAddress] = useState<string>()
  const allowing = useSubmission([], async () => {
    if (!study) return
    const { name, status, version, calendarFeed } = study
    await allow({ siteid, studyid, input: { name, status, version, calendarFeed: !calendarFeed } })
    setAddress(undefined)
  })
  const subscribing = useSubmission([], async () => {
    if (!study) return
    const name = t('tokenName', { study: study.name }).slice(0, 200)
    const input = { name, scopes: ['calendar' as const], studies: [studyid], days: mostCalendarDays }
    const { token } = (await subscribe({ input })).addToken
    setAddress(`${location.origin}/calendar/${token}.ics`)
  })
  if (!study || (!study.calendarFeed && !mayAllow)) return null
  return (
    <section className={classes.feed} aria-labelledby={headingid}>
      <h3 id={headingid}>{t('subscribeHeading')}</h3>
      <p className={classes.quiet}>{t('subscribeText')}</p>
      {mayAllow && (
        <Checkbox
          label={t('allow')}
          checked={study.calendarFeed}
          disabled={allowing.isBusy}
          onChange={() => void allowing.submit()}
        />
      )}
      {study.calendarFeed && address === undefined && (
        <Button size="xs" variant="default" loading={subscribing.isBusy} onClick={() => void subscribing.submit()}>
          {t('subscribe')}
        </Button>
      )}
      {address !== undefined && (
        <Notice kind="warning" title={t('shownOnce')} action={<CopyButton text={address} label={t('copyAddress')} />}>
          <code className={classes.address}>{address}</code>
          <p>{t.rich('revoke', { profile: (text) => <Link to={paths.profile}>{text}</Link> })}</p>
        </Notice>
      )}
    </section>
  )
}
