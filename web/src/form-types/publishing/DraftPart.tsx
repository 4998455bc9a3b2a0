import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportError } from '../../calls/errors.ts'
import { useWrite } from '../../calls/graphql.ts'
import { NoticeQuestion } from '../../components/notices/NoticeQuestion.tsx'
import { UpdateFormTypeDocument } from '../../generated/graphql.ts'
import { draftOfField } from '../draft/field-draft.ts'
import { fieldsOfDraft, plainCheck, typedOf } from '../draft/form-type-fields.ts'
import classes from './Publishing.module.css'
import type { Published } from './use-review.ts'

/** Says that what is edited is a draft, and throws it away when asked twice: what is published stays as it is. */
export function DraftPart({
  studyid,
  formtypeid,
  defined,
  version,
  isOpen,
  undo,
  discard,
}: Pick<Published<unknown>, 'studyid' | 'formtypeid' | 'defined' | 'version'> & {
  /** A field is being edited. */
  isOpen: boolean
  undo: { clear: () => void }
  /** Forgets what was typed. */
  discard: () => void
}) {
  const t = useTranslations('formTypes')
  const [isAsking, setIsAsking] = useState(false)
  const [update, isBusy] = useWrite(UpdateFormTypeDocument)

  async function throwAway() {
    const { identifier, fields, checks, repeats } = defined
    const draft = { identifier, fields: fields.map(draftOfField), checks: checks.map(plainCheck), repeats }
    try {
      await update({ formtypeid, input: { studyid, ...typedOf(fieldsOfDraft(draft)), version } })
      discard()
      undo.clear()
    } catch (thrown) {
      setIsAsking(false)
      reportError(thrown)
    }
  }

  if (!isAsking) {
    return (
      <>
        <span className={classes.quiet}>{t('isDraft')}</span>
        {/* One that was never published is nothing but its draft: it is removed in the list. */}
        {defined.fields.length > 0 && (
          <Button variant="subtle" color="gray" size="xs" disabled={isOpen} onClick={() => setIsAsking(true)}>
            {t('throwDraft.open')}
          </Button>
        )}
      </>
    )
  }
  return (
    <NoticeQuestion
      title={t('throwDraft.title')}
      stay={t('throwDraft.keep')}
      act={t('throwDraft.confirm')}
      isBusy={isBusy}
      onStay={() => setIsAsking(false)}
      onAct={() => void throwAway()}
    >
      {t('throwDraft.text')}
    </NoticeQuestion>
  )
}
