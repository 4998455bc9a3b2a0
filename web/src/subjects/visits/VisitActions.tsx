import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import type { NamedVisit } from '../record/subject-record.ts'
import type { OpenedVisit } from './VisitForm.tsx'
import classes from './Visits.module.css'

/** What a person may say of a visit as it stands. */
export function VisitActions({
  visit: { visitid, occurrence, state, version },
  name,
  onOpen,
}: {
  visit: NamedVisit
  name: string
  onOpen: (opened: OpenedVisit) => void
}) {
  const t = useTranslations('visits')
  const say = (next: OpenedVisit['state'], isDate = false) =>
    onOpen({ visitid, occurrence, state: next, version, isDate })
  return (
    <div className={classes.actions}>
      {state === 'PLANNED' || state === 'BEGUN' ? (
        <>
          <TextButton label={t('setDateOf', { name })} onClick={() => say(state, true)}>
            {t('setDate')}
          </TextButton>
          <Button size="xs" variant="default" aria-label={t('doneOf', { name })} onClick={() => say('DONE')}>
            {t('done')}
          </Button>
          <Button size="xs" variant="default" aria-label={t('missedOf', { name })} onClick={() => say('MISSED')}>
            {t('missed')}
          </Button>
        </>
      ) : (
        <TextButton label={t('reopenOf', { name })} onClick={() => say('PLANNED')}>
          {t('reopen')}
        </TextButton>
      )}
    </div>
  )
}
