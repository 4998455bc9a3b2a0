// biome-ignore-all lint/a11y/noRedundantRoles: rows with another display lose their table semantics without the roles
import { whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../calls/graphql.ts'
import { isFocusLost } from '../../components/page/focus-after.ts'
import { ConfirmRemoval } from '../../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../../components/removal/undo-reason.ts'
import { PutBackActivityDocument, RemoveActivityDocument } from '../../generated/graphql.ts'
import type { ActivityRowData } from '../record/activity-record.ts'
import { typedTime } from '../record/typed-activity.ts'
import lines from './looks/ActivityLines.module.css'
import classes from './looks/ActivityRows.module.css'
import { StartActions, StopActions } from './PlaceholderActions.tsx'
import { RunningFor } from './RunningFor.tsx'
import type { RowState } from './row-context.ts'

/** Characters of a name beside its times. A longer one stands above them, where it takes fewer lines. */
const mostBeside = 36

/** Mode show: an activity with edit and delete, or a placeholder with a button to record it. */
export function ActivityShowRow({
  ref,
  subject,
  row: { key, activity, running, repeats, isAnother },
  name,
  zone,
  worn,
  isOptional,
  isFinal,
  isDisabled,
  isChanged,
  filesButton,
  onOpen,
  onSaved,
}: {
  ref: Ref<HTMLTableRowElement>
  subject: { siteid: string; studyid: string; subjectid: string }
  row: ActivityRowData
  /** Which one it is. */
  name: string
  zone: string
  /** What was worn during the activity, in words. */
  worn: string | undefined
  /** It is not recorded, and nobody is asked for it. */
  isOptional: boolean
  /** The subject is not open: nothing can be started. */
  isFinal: boolean
  isDisabled: boolean
  isChanged: boolean
  filesButton: ReactNode
  onOpen: () => void
  onSaved: () => void
}) {
  const t = useTranslations('activities')
  const { subjectid } = subject
  const [removeActivity] = useWrite(RemoveActivityDocument, `subject/${subjectid}`)
  const [putBackActivity] = useWrite(PutBackActivityDocument, `subject/${subjectid}`)
  const begun = activity ?? running
  const awaited = useRef<RowState>(undefined)
  const place = useRef<HTMLTableCellElement>(null)
  const state: RowState = activity ? 'recorded' : running ? 'running' : 'none'
  // The pressed button was replaced by another: move the focus to the next one. What is read meanwhile may be older, or
  // show the row between two states, so that follows until what was asked for is there.
  useEffect(() => {
    if (awaited.current === undefined) return
    if (awaited.current === state) awaited.current = undefined
    if (isFocusLost() || place.current?.contains(document.activeElement))
      place.current?.querySelector<HTMLElement>('[data-row-focus]')?.focus()
  }, [state])
  const onAct = (next: RowState) => {
    awaited.current = next
  }
  const placeholder = { subject, name, isDisabled, onAct }
  const ids = activity && {
    subjectid: activity.subjectid,
    activitytypeid: activity.activitytypeid,
    ...whichOne(activity, repeats),
  }
  return (
    <tr
      ref={ref}
      role="row"
      className={`${classes.row} ${lines.row}`}
      data-index={key}
      data-activity={begun && key}
      data-placeholder={(!activity && !running) || undefined}
      data-running={running !== undefined || undefined}
      data-worn={worn !== undefined || undefined}
      data-long={name.length > mostBeside || undefined}
      data-changed={isChanged || undefined}
    >
      <td role="cell" className={classes.type}>
        {name}
        {isOptional && <span className={classes.worn}>{t('optional')}</span>}
        {worn && <span className={classes.worn}>{worn}</span>}
      </td>
      <td role="cell" data-label={t('start')}>
        {begun ? <Time seconds={begun.startTime} zone={zone} /> : '–'}
      </td>
      <td role="cell" data-label={t('stop')}>
        {activity ? <Time seconds={activity.stopTime} zone={zone} /> : running ? <RunningFor running={running} /> : '–'}
      </td>
      <td
        role="cell"
        data-label={t('comment')}
        data-comment
        className={classes.comment}
        data-empty={!activity?.comment || undefined}
      >
        {activity?.comment}
      </td>
      <td role="cell" data-label={t('referenceData')} data-empty={!activity || undefined}>
        {filesButton}
      </td>
      <td ref={place} role="cell" data-actions>
        {activity && ids ? (
          <>
            <ActionIcon
              data-row-focus
              variant="subtle"
              color="gray"
              size="lg"
              disabled={isDisabled}
              aria-label={t('editNamed', { name })}
              title={t('editNamed', { name })}
              onClick={onOpen}
            >
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
            <ConfirmRemoval
              name={name}
              isDisabled={isDisabled}
              label={t('deleteNamed', { name })}
              question={t('deleteQuestion', { name })}
              removedAlong={
                activity.referenceData.length > 0 ? t('fileCount', { count: activity.referenceData.length }) : ''
              }
              note={t('staysInHistory')}
              verb="delete"
              remove={() =>
                removeActivity({
                  ...ids,
                  version: activity.version,
                  files: activity.referenceData.map((file) => file.referencedataid),
                })
              }
              record={`activity/${subjectid}/${key}`}
              undo={() => putBackActivity({ ...ids, reason: undoReason })}
            />
          </>
        ) : running ? (
          <StopActions {...placeholder} running={running} onStopped={onSaved} />
        ) : (
          <StartActions {...placeholder} {...{ place: key, isAnother, isFinal }} onRecord={onOpen} />
        )}
      </td>
    </tr>
  )
}

/** A time as local time of the zone, with the zone on hover. If the hour occurs twice, the second occurrence is marked. */
function Time({ seconds, zone }: { seconds: number; zone: string }) {
  const t = useTranslations('activities')
  const { text, isSecond } = typedTime(seconds, zone)
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={zone} className={classes.clock}>
      {text}
      {isSecond && ` ${t('secondMark')}`}
    </time>
  )
}
