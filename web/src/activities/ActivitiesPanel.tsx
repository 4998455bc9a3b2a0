// biome-ignore-all lint/a11y/noRedundantRoles: rows with another display lose their table semantics without the roles
import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { isOfVisit } from '@casebook/domain/visits/places/places.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { useChangedKeys } from '../components/list/use-changed-keys.ts'
import { useRowKeys } from '../components/list/use-row-keys.ts'
import { Notice } from '../components/notices/Notice.tsx'
import { SavedAt } from '../components/notices/SavedAt.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { PanelGroup, RecordPanel } from '../components/page/RecordPanel.tsx'
import { countFiles, targetKey } from '../reference-data/uploads/upload-state.ts'
import { useUploads } from '../reference-data/uploads/uploads.ts'
import { FilesButton } from './FilesButton.tsx'
import {
  type ActivityRecord,
  activityRows,
  freeTypes,
  type OfferedActivityType,
  type OfferedVisit,
  type RunningActivity,
} from './record/activity-record.ts'
import { useActivityName } from './record/use-activity-name.ts'
import { useTypedTypes } from './record/use-typed-types.ts'
import { ActivityRow } from './row/ActivityRow.tsx'
import lines from './row/looks/ActivityLines.module.css'
import classes from './row/looks/ActivityRows.module.css'
import { NewActivityRow } from './row/NewActivityRow.tsx'

/**
 * The activities of a subject, one row per activity type of the study, or per activity of a type that repeats. `opened`
 * is the key (keyOfOccurrence) of the activity whose files are shown below its row. With a `visit`: those that belong to
 * it.
 */
export function ActivitiesPanel({
  siteid,
  studyid,
  subjectid,
  activities,
  activitytypes,
  running,
  visits,
  visit,
  wornIn,
  date,
  zone,
  dateForm,
  isDisabled,
  isWanted,
  opened,
  onOpen,
  onClose,
  renderFiles,
}: {
  siteid: string
  studyid: string
  subjectid: string
  activities: readonly ActivityRecord[]
  activitytypes: readonly OfferedActivityType[]
  running: readonly RunningActivity[]
  /** The visits that a new activity could be for. */
  visits: readonly OfferedVisit[]
  visit?: OfferedVisit | undefined
  /** What was worn during an activity, in words. */
  wornIn: (activity: ActivityRecord) => string | undefined
  /** The subject's date as noon UTC in epoch seconds, or undefined if none is saved. */
  date: number | undefined
  zone: string
  /** The form that contains the date, or undefined if the study has no field for it. */
  dateForm: { identifier: string; open: () => void } | undefined
  isDisabled: boolean
  isWanted: boolean
  opened: string | undefined
  onOpen: (key: string) => void
  onClose: () => void
  renderFiles: (activity: ActivityRecord) => ReactNode
}) {
  const t = useTranslations('activities')
  const isOfVisits = useContext(PanelGroup) !== undefined
  const format = useFormatter()
  const [isAdding, setIsAdding] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const runningTypes = running.map(({ activitytype }) => activitytype)
  const typed = useTypedTypes(subjectid, [
    ...activitytypes,
    ...runningTypes,
    ...activities.map(({ activitytype }) => activitytype),
  ])
  const typedHere = typed.filter(({ key }) => {
    const { visitid, occurrence } = occurrenceOfKey(key)
    return isOfVisit({ visitid, occurrence: occurrence === 'next' ? 1 : occurrence }, visit)
  })
  const rows = activityRows(activities, activitytypes, running, typedHere, visit)
  const changed = useChangedKeys(rows, (row) => row.key)
  const nameOf = useActivityName()
  useNamedRow()
  const uploads = useUploads(subjectid)
  const unused = freeTypes(activitytypes, activities, visit)
  const isAddingBlocked = date === undefined && dateForm !== undefined
  const context = {
    siteid,
    studyid,
    subjectid,
    activities,
    visits,
    visit,
    wornIn,
    date,
    zone,
    unused,
    isDisabled,
    isAddingBlocked,
    onSaved: () => setSavedAt(new Date()),
  }
  const day = date !== undefined && format.dateTime(new Date(date * 1000), { dateStyle: 'long', timeZone: 'UTC' })

  return (
    <RecordPanel
      panelid="activities"
      heading={t('heading')}
      help={t('help')}
      isWanted={isWanted}
      aside={
        <>
          <span>{[day, zone].filter(Boolean).join(', ')}</span>
          <SavedAt at={savedAt} />
        </>
      }
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isDisabled || isAddingBlocked || isAdding || unused.length === 0}
          onClick={() => setIsAdding(true)}
        >
          {t('add')}
        </Button>
      }
    >
      {isAddingBlocked && !isDisabled && (
        <div className={classes.warning}>
          <Notice
            kind="warning"
            action={
              <Button size="xs" variant="default" onClick={dateForm.open}>
                {t('openForm', { form: dateForm.identifier })}
              </Button>
            }
          >
            <p>{t('dateMissing')}</p>
            <p>{t('dateIsIn', { form: dateForm.identifier })}</p>
          </Notice>
        </div>
      )}
      <ReadingBar />
      {activities.length === 0 && running.length === 0 && !isAdding && <p className={classes.empty}>{t('empty')}</p>}
      {rows.length === 0 && (
        <p className={classes.hint}>{t(visit ? 'noneInVisit' : isOfVisits ? 'allInVisits' : 'noTypes')}</p>
      )}
      {rows.length > 0 && (
        <div className={classes.frame}>
          <table className={`${classes.table} ${lines.table}`} role="table" aria-label={t('heading')}>
            <thead role="rowgroup">
              <tr role="row" className={`${classes.head} ${lines.head}`}>
                <th role="columnheader" scope="col" aria-sort="ascending">
                  {t('type')}
                </th>
                <th role="columnheader" scope="col" data-time>
                  {t('start')}
                </th>
                <th role="columnheader" scope="col" data-time>
                  {t('stop')}
                </th>
                <th role="columnheader" scope="col" data-comment>
                  {t('comment')}
                </th>
                <th role="columnheader" scope="col">
                  {t('referenceData')}
                </th>
                <th role="columnheader" scope="col">
                  <span className={classes.hidden}>{t('actions')}</span>
                </th>
              </tr>
            </thead>
            <Rows>
              <NewActivityRow
                context={context}
                isOpen={isAdding && !isDisabled}
                onOpen={() => setIsAdding(true)}
                onClose={() => setIsAdding(false)}
              />
              {rows.map((row) => {
                const { activity, key } = row
                const isOpened = activity !== undefined && opened === key
                return (
                  <ActivityRow
                    key={key}
                    row={row}
                    context={context}
                    isChanged={changed.has(key)}
                    filesButton={
                      activity && (
                        <FilesButton
                          name={nameOf(activity)}
                          counts={countFiles(
                            activity.referenceData,
                            uploads.filter(({ target }) => targetKey(target) === key),
                          )}
                          isOpened={isOpened}
                          onClick={() => (isOpened ? onClose() : onOpen(key))}
                        />
                      )
                    }
                    below={
                      isOpened && (
                        <tr role="row" className={classes.below}>
                          <td role="cell" colSpan={6}>
                            {renderFiles(activity)}
                          </td>
                        </tr>
                      )
                    }
                  />
                )
              })}
            </Rows>
          </table>
        </div>
      )}
    </RecordPanel>
  )
}

/** Up and down move between the rows, as in other lists. */
function Rows({ children }: { children: ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body, undefined)
  return (
    <tbody ref={body} role="rowgroup">
      {children}
    </tbody>
  )
}

/** A link that names the record of an open row focuses its first input: call it above the rows and their panel. */
function useNamedRow(): void {
  const { key, state } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that was followed
  useEffect(() => {
    const record: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'record') : undefined
    if (typeof record !== 'string') return
    document.querySelector<HTMLElement>(`tr[data-record="${CSS.escape(record)}"] :is(select, input)`)?.focus()
  }, [key])
}
