import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { Button } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../components/EmptyState.tsx'
import { SavedAt } from '../components/notices/SavedAt.tsx'
import { keepFocus } from '../components/page/focus-after.ts'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { useRecord } from '../records/use-record.ts'
import { useIsInGroup } from '../session/session.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { StudyTakesNoChanges } from '../studies/study/StudyTakesNoChanges.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { ScheduleEditor } from './ScheduleEditor.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'
import { adding, visitsOfFields } from './schedule-fields.ts'
import { scheduleRecord } from './schedule-record.ts'

/** The schedule of a study, as protocols print it, for everybody; who may change it opens its editor. */
export function ScheduleScreen() {
  const t = useTranslations('schedule')
  const study = useStudy()
  const mayEdit = useIsInGroup('study:admin')
  const isFixed = whyStudyTakesNoChanges(study) !== undefined
  const [isOpened, setIsOpened] = useState(false)
  const schedule = useRecord(scheduleRecord(study.studyid))
  const { row } = schedule
  // What was typed before a reload opens the editor, too.
  const isEdited = mayEdit && (isOpened || schedule.isChanged)
  const visits = visitsOfFields(schedule.entry.base.fields)

  // The editor that had the focus is gone. Chosen with the drawing: the page looks for a place of its own two frames later.
  const wasEdited = useRef(false)
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited) keepFocus(document.querySelector<HTMLElement>('[data-edit-schedule]'))
    wasEdited.current = isEdited
  }, [isEdited])

  function open() {
    if (visits.length === 0) schedule.type(adding(schedule.fields).change)
    setIsOpened(true)
  }

  const opening = (label: string) => (
    <Button data-edit-schedule onClick={open}>
      {label}
    </Button>
  )
  const canOpen = mayEdit && !isFixed && !isEdited && row !== undefined
  return (
    <StudyPage>
      <PageHeading
        level={2}
        help={t('help')}
        aside={!isEdited && <SavedAt at={schedule.entry.savedAt} />}
        action={canOpen && opening(visits.length > 0 ? t('edit') : t('plan'))}
      >
        {t('heading')}
      </PageHeading>
      {mayEdit && <StudyTakesNoChanges study={study} />}
      <ReadingBar isReading={row === undefined} />
      {row && isEdited && (
        <ScheduleEditor
          studyid={study.studyid}
          typed={visitsOfFields(schedule.fields)}
          types={row}
          isFocused={isOpened}
          onClose={() => setIsOpened(false)}
        />
      )}
      {row && !isEdited && visits.length > 0 && <ScheduleTable label={t('heading')} visits={visits} types={row} />}
      {row && !isEdited && visits.length === 0 && (
        <EmptyState sentence={t('empty')} purpose={canOpen ? t('emptyPurpose') : undefined} />
      )}
    </StudyPage>
  )
}
