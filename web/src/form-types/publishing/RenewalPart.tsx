import { Button } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { reportError } from '../../calls/errors.ts'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { RenewFormsDocument, ReviewFormRenewalDocument, UndoFormRenewalDocument } from '../../generated/graphql.ts'
import { FindingList } from './findings/FindingList.tsx'
import classes from './Publishing.module.css'

/** The forms that an earlier version judged, what bringing them up to date does, and the acts that can be undone. */
export function RenewalPart({
  studyid,
  formtypeid,
  labelOf,
}: {
  studyid: string
  formtypeid: string
  /** The label of a field of this name. */
  labelOf: (name: string) => string
}) {
  const t = useTranslations('formTypes')
  const format = useFormatter()
  const { data } = useRead(ReviewFormRenewalDocument, { studyid, formtypeid })
  const [renew, isRenewing] = useWrite(RenewFormsDocument)
  const [undo, isUndoing] = useWrite(UndoFormRenewalDocument)
  const review = data?.reviewFormRenewal
  if (!review || (review.outdated === 0 && review.renewals.length === 0)) return null
  const { number, outdated, ready, closed, findings, renewals } = review
  const told = { findings, studyid, formtypeid, labelOf }
  return (
    <>
      {outdated > 0 && (
        <>
          <p className={classes.said}>{t('renewal.outdated', { outdated, number })}</p>
          {closed > 0 && <p className={classes.quiet}>{t('renewal.closed', { closed })}</p>}
          <FindingList effect="LOOK" heading={t('renewal.changes')} {...told} />
          <FindingList effect="REFUSED" heading={t('renewal.obstacles')} {...told} />
          {ready > 0 && (
            <div>
              <Button
                variant="default"
                size="xs"
                disabled={isRenewing}
                onClick={() => void renew({ studyid, formtypeid }).catch(reportError)}
              >
                {t('renewal.renew', { ready })}
              </Button>
            </div>
          )}
        </>
      )}
      {renewals.length > 0 && (
        <ul className={classes.list}>
          {renewals.map(({ renewalid, at, by, forms }) => (
            <li key={renewalid}>
              <span>{t('renewal.done', { forms })}</span>
              <span className={classes.quiet}>
                {by} · {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
              </span>
              <Button
                variant="default"
                size="xs"
                disabled={isUndoing}
                onClick={() => void undo({ studyid, formtypeid, renewalid }).catch(reportError)}
              >
                {t('renewal.undo')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
