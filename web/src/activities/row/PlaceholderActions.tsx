import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../calls/graphql.ts'
import { Refusal } from '../../components/notices/Refusal.tsx'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import { CancelStartDocument } from '../../generated/graphql.ts'
import { useEditor } from '../../records/use-record.ts'
import { startCopy, stopCopy } from '../record/running-copy.ts'
import classes from './ActivityCells.module.css'

type Props = {
  subject: { siteid: string; studyid: string; subjectid: string }
  activitytypeid: string
  /** The activity type's description. */
  name: string
  isDisabled: boolean
  /** Called before anything is sent, because the focused button may disappear. */
  onAct: () => void
}

/** Actions for an activity that is not recorded: start it now, or enter its times. */
export function StartActions({
  subject,
  activitytypeid,
  name,
  isDisabled,
  onAct,
  onRecord,
}: Props & { onRecord: () => void }) {
  const t = useTranslations('activities')
  const start = useEditor(startCopy(subject, activitytypeid), { names: [], isOpen: false })
  return (
    <>
      <span className={classes.buttons}>
        <Button
          size="xs"
          variant="light"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          disabled={isDisabled}
          aria-disabled={start.isBusy || undefined}
          aria-label={t('startNamed', { name })}
          onClick={() => {
            onAct()
            void start.save()
          }}
        >
          {t(start.isBusy ? 'starting' : 'startNow')}
        </Button>
        <Button
          data-row-focus
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isDisabled}
          aria-label={t('recordNamed', { name })}
          onClick={onRecord}
        >
          {t('record')}
        </Button>
      </span>
      <div className={classes.refusal}>
        <Refusal text={start.refusal} />
      </div>
    </>
  )
}

/** Actions for a running activity. */
export function StopActions({
  subject,
  activitytypeid,
  name,
  isDisabled,
  onAct,
  onStopped,
}: Props & { onStopped: () => void }) {
  const t = useTranslations('activities')
  const { subjectid } = subject
  const [cancelStart] = useWrite(CancelStartDocument, `subject/${subjectid}`)
  const stop = useEditor(stopCopy(subject, activitytypeid), { names: [], isOpen: false })
  return (
    <>
      <span className={classes.buttons}>
        <Button
          data-row-focus
          size="xs"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          disabled={isDisabled}
          aria-disabled={stop.isBusy || undefined}
          aria-label={t('stopNamed', { name })}
          onClick={async () => {
            onAct()
            if (await stop.save()) onStopped()
          }}
        >
          {t(stop.isBusy ? 'stopping' : 'stopNow')}
        </Button>
        <ConfirmRemoval
          name={name}
          text={t('cancelStart')}
          busyText={t('undoingStart')}
          label={t('cancelStartNamed', { name })}
          question={t('cancelStartQuestion', { name })}
          note={t('cancelStartNote')}
          isDisabled={isDisabled}
          remove={() => {
            onAct()
            return cancelStart({ subjectid, activitytypeid })
          }}
        />
      </span>
      <div className={classes.refusal}>
        <Refusal text={stop.refusal} />
      </div>
    </>
  )
}
