// biome-ignore-all lint/a11y/noRedundantRoles: where the rows take another display, tables lose their meaning; the roles keep it
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Notice } from '../components/Notice.tsx'
import { ReadingBar } from '../components/ReadingBar.tsx'
import { RecordPanel } from '../components/RecordPanel.tsx'
import { SavedAt } from '../components/SavedAt.tsx'
import { useChangedKeys } from '../components/use-changed-keys.ts'
import { ActivityRow } from './ActivityRow.tsx'
import classes from './ActivityRows.module.css'
import { type ActivityRecord, activityRows, type OfferedActivityType } from './activity-record.ts'
import { FilesButton } from './FilesButton.tsx'
import { NewActivityRow } from './NewActivityRow.tsx'

/**
 * The activities of a subject, one row per activity type of the study. `opened` is the activitytypeid whose files are
 * shown below its row.
 */
export function ActivitiesPanel({
  subjectid,
  activities,
  activitytypes,
  date,
  zone,
  onFillDate,
  isDisabled,
  isReading,
  isWanted,
  opened,
  onOpen,
  onClose,
  renderFiles,
}: {
  subjectid: string
  activities: readonly ActivityRecord[]
  activitytypes: readonly OfferedActivityType[]
  /** The subject's date, noon UTC in epoch seconds; undefined where none is saved. */
  date: number | undefined
  zone: string
  /** Opens the form in which the date is to be filled in; undefined where the study has none. */
  onFillDate: (() => void) | undefined
  isDisabled: boolean
  isReading: boolean
  isWanted: boolean
  opened: string | undefined
  onOpen: (activitytypeid: string) => void
  onClose: () => void
  renderFiles: (activity: ActivityRecord) => ReactNode
}) {
  const t = useTranslations('activities')
  const format = useFormatter()
  const [isAdding, setIsAdding] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const rows = useMemo(() => activityRows(activities, activitytypes), [activities, activitytypes])
  const changed = useChangedKeys(rows, (row) => row.activitytypeid)
  const unused = rows.filter(({ activity }) => !activity)
  const isAddingBlocked = date === undefined && onFillDate !== undefined
  const context = {
    subjectid,
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
      {date === undefined && !isDisabled && (
        <div className={classes.warning}>
          <Notice
            kind="warning"
            action={
              onFillDate && (
                <Button size="xs" variant="default" onClick={onFillDate}>
                  {t('fillDate')}
                </Button>
              )
            }
          >
            {t('dateMissing')}
          </Notice>
        </div>
      )}
      <ReadingBar isReading={isReading} />
      {activities.length === 0 && !isAdding && <p className={classes.empty}>{t('empty')}</p>}
      {rows.length === 0 && <p className={classes.hint}>{t('noTypes')}</p>}
      {rows.length > 0 && (
        <div className={classes.frame}>
          <table className={classes.table} role="table" aria-label={t('heading')}>
            <thead role="rowgroup">
              <tr role="row" className={classes.head}>
                <th role="columnheader" scope="col" aria-sort="ascending">
                  {t('type')}
                </th>
                <th role="columnheader" scope="col" data-time>
                  {t('start')}
                </th>
                <th role="columnheader" scope="col" data-time>
                  {t('stop')}
                </th>
                <th role="columnheader" scope="col">
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
            <tbody role="rowgroup">
              <NewActivityRow
                context={context}
                isOpen={isAdding && !isDisabled}
                onOpen={() => setIsAdding(true)}
                onClose={() => setIsAdding(false)}
              />
              {rows.map((row) => {
                const { activity, activitytypeid, description } = row
                const isOpened = activity !== undefined && opened === activitytypeid
                return (
                  <ActivityRow
                    key={activitytypeid}
                    row={row}
                    context={context}
                    isChanged={changed.has(activitytypeid)}
                    filesButton={
                      activity && (
                        <FilesButton
                          name={description}
                          files={activity.referenceData}
                          isOpened={isOpened}
                          onClick={() => (isOpened ? onClose() : onOpen(activitytypeid))}
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
            </tbody>
          </table>
        </div>
      )}
    </RecordPanel>
  )
}
