import { keyOfOccurrence, whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../calls/graphql.ts'
import { Question } from '../../components/notices/Question.tsx'
import { Refusal } from '../../components/notices/Refusal.tsx'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import { CancelStartDocument } from '../../generated/graphql.ts'
import { useOwnName } from '../../session/own-name.ts'
import type { RunningActivity } from '../record/activity-record.ts'
import { startCopy, stopCopy } from '../record/running-copy.ts'
import { asksToStop } from '../record/stop-question.ts'
import { usePress } from '../record/use-press.ts'
import classes from './ActivityCells.module.css'
import { KeptPress } from './KeptPress.tsx'
import type { RowState } from './row-context.ts'

type Props = {
  subject: { siteid: string; studyid: string; subjectid: string }
  /** Which one it is. */
  name: string
  isDisabled: boolean
  /** Called before anything is sent, because the focused button may disappear. `next`: what the row is to become. */
  onAct: (next: RowState) => void
}

/** Actions for an activity that is not recorded: start it now, or enter its times. */
export function StartActions({
  subject,
  place,
  name,
  isAnother,
  isFinal,
  isDisabled,
  onAct,
  onRecord,
}: Props & {
  /** The key of what would be recorded (keyOfOccurrence). */
  place: string
  /** The subject has one of this type. */
  isAnother: boolean
  isFinal: boolean
  onRecord: () => void
}) {
  const t = useTranslations('activities')
  const start = usePress(startCopy(subject, place))

  /** The next one of a type gets a row of its own, where the focus goes. */
  async function startIt() {
    onAct('running')
    const saved = await start.press()
    if (!saved) return
    const { activitytypeid, visitid, occurrence } = saved.data.startActivity
    const key = keyOfOccurrence(activitytypeid, { visitid, occurrence })
    if (key === place) return
    const row = () => document.querySelector<HTMLElement>(`tr[data-activity="${CSS.escape(key)}"] [data-row-focus]`)
    requestAnimationFrame(() => row()?.focus())
  }

  if (start.kept !== undefined) {
    return (
      <KeptPress
        name={name}
        seconds={start.kept}
        isDisabled={isDisabled}
        isBusy={start.isBusy}
        onRecord={() => void startIt()}
        onDiscard={start.discard}
      />
    )
  }
  return (
    <>
      <span className={classes.buttons}>
        {!isFinal && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={isDisabled}
            aria-disabled={start.isBusy || undefined}
            aria-label={t('startNamed', { name })}
            onClick={() => void startIt()}
          >
            {t(start.isBusy ? 'starting' : 'startNow')}
          </Button>
        )}
        <Button
          data-row-focus
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isDisabled}
          aria-label={t(isAnother ? 'addAnotherNamed' : 'recordNamed', { name })}
          onClick={onRecord}
        >
          {t(isAnother ? 'addAnother' : 'record')}
        </Button>
      </span>
      <div className={classes.refusal}>
        <Refusal text={start.refusal} />
      </div>
    </>
  )
}

/** Actions for a running activity. Stopping what somebody else began just now asks first. */
export function StopActions({
  subject,
  name,
  isDisabled,
  onAct,
  onStopped,
  running,
}: Props & { onStopped: () => void; running: RunningActivity }) {
  const t = useTranslations('activities')
  const { subjectid } = subject
  const [cancelStart] = useWrite(CancelStartDocument, `subject/${subjectid}`)
  const { activitytypeid } = running
  const stop = usePress(stopCopy(subject, running))
  const ownName = useOwnName()
  const [isAsking, setIsAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isAsking) return
    keep.current?.focus()
    return () => opener.current?.focus()
  }, [isAsking])

  /** Also while the start is still being answered, when others' screens and this one may show the activity already. */
  async function act() {
    onAct('recorded')
    if (await stop.press()) onStopped()
  }

  const leave = () => setIsAsking(false)

  if (stop.kept !== undefined) {
    return (
      <KeptPress
        name={name}
        seconds={stop.kept}
        isDisabled={isDisabled}
        isBusy={stop.isBusy}
        onRecord={() => void act()}
        onDiscard={stop.discard}
      />
    )
  }
  if (isAsking) {
    const question = t('stopQuestion', { by: running.startedBy, name })
    return (
      <Question label={question} onLeave={leave}>
        <p className={classes.question}>{question}</p>
        <span className={classes.buttons}>
          <Button ref={keep} size="xs" variant="default" onClick={leave}>
            {t('keepRunning')}
          </Button>
          <Button size="xs" aria-disabled={stop.isBusy || undefined} onClick={() => void act()}>
            {t(stop.isBusy ? 'stopping' : 'stopNow')}
          </Button>
        </span>
        <div className={classes.refusal}>
          <Refusal text={stop.refusal} />
        </div>
      </Question>
    )
  }
  return (
    <>
      <span className={classes.buttons}>
        <Button
          ref={opener}
          data-row-focus
          size="xs"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          disabled={isDisabled}
          aria-disabled={stop.isBusy || undefined}
          aria-label={t('stopNamed', { name })}
          onClick={() => {
            if (asksToStop(running, ownName, Date.now() / 1_000)) setIsAsking(true)
            else void act()
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
            onAct('none')
            return cancelStart({ subjectid, activitytypeid, ...whichOne(running, running.activitytype.repeats) })
          }}
        />
      </span>
      <div className={classes.refusal}>
        <Refusal text={stop.refusal} />
      </div>
    </>
  )
}
