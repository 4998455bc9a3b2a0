import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportError } from '../../calls/errors.ts'
import { useWrite } from '../../calls/graphql.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { RenewFormDocument, UndoFormDocument } from '../../generated/graphql.ts'
import type { FormRecord } from '../values/form-record.ts'

/**
 * By which version of its type a stored form was judged, and the press that brings it up to date. Says nothing of a type
 * that only ever had one version.
 */
export const JudgedBy = memo(function JudgedBy({
  studyid,
  form: { subjectid, formtypeid, visitid, occurrence, typeNumber, version, formtype },
  canRenew,
}: {
  studyid: string
  form: FormRecord
  /** Not while something else is typed: saving it judges the form by the present version. */
  canRenew: boolean
}) {
  const t = useTranslations('forms')
  const [renew, isRenewing] = useWrite(RenewFormDocument, `subject/${subjectid}`)
  const [undo, isUndoing] = useWrite(UndoFormDocument, `subject/${subjectid}`)
  const [renewed, setRenewed] = useState<{ renewalid: string; over: number }>()
  const now = formtype.number
  const isBusy = isRenewing || isUndoing
  if (now === 1) return null

  async function renewIt() {
    const { renewForms } = await renew({ studyid, formtypeid, form: { subjectid, visitid, occurrence } })
    setRenewed({ renewalid: renewForms.renewalid, over: version })
  }

  if (typeNumber === now) {
    const isRenewed = renewed !== undefined && renewed.over + 1 === version
    if (!isRenewed) return <p>{t('judgedBy', { number: now })}</p>
    const { renewalid } = renewed
    return (
      <Notice
        kind="info"
        title={t('renewed', { number: now })}
        action={
          canRenew && (
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              onClick={() => void undo({ studyid, formtypeid, renewalid }).catch(reportError)}
            >
              {t('undoRenewal')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <Notice
      kind="info"
      title={t('judgedByEarlier', { number: typeNumber, now })}
      action={
        canRenew && (
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => void renewIt().catch(reportError)}>
            {t('renew')}
          </Button>
        )
      }
    >
      {t('renewHint')}
    </Notice>
  )
})
