import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { compareSubjects, subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../app/graphql.ts'
import { useLive } from '../app/live.ts'
import { DataList } from '../components/DataList.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { WithSidePanel } from '../components/SidePanel.tsx'
import { usePanel } from '../components/use-panel.ts'
import { OnSubjectsUpdatesDocument, SubjectsDocument } from '../generated/graphql.ts'
import { useRememberOpened } from '../studies/opened-study.ts'
import { StudyPage } from '../studies/StudyPage.tsx'
import { StudyTakesNoChanges } from '../studies/StudyTakesNoChanges.tsx'
import { useStudy } from '../studies/use-study.ts'
import { EditSubjectPanel, NewSubjectPanel, type SubjectRow } from './SubjectPanels.tsx'
import { useSubjectColumns } from './subject-columns.tsx'

function subjectText(subject: SubjectRow): string {
  return `${subjectName(subject)} ${subject.status}`
}

/** The subjects of a study. */
export function SubjectsScreen() {
  const t = useTranslations('subjects')
  const study = useStudy()
  const { studyid } = study
  const panel = usePanel()
  const { data, isReading } = useRead(SubjectsDocument, { studyid })
  useLive(OnSubjectsUpdatesDocument, { studyid })
  useRememberOpened(studyid)
  const [addedid, setAddedid] = useState<string>()
  const isFixed = whyStudyTakesNoChanges(study) !== undefined
  const columns = useSubjectColumns(panel.openEdit)
  const edited = data?.listSubjects.find((subject) => subject.subjectid === panel.editid)

  return (
    <StudyPage>
      <PageHeading
        level={2}
        action={
          <Button onClick={panel.openNew} disabled={isFixed || panel.isNew}>
            {t('new')}
          </Button>
        }
      >
        {t('heading')}
      </PageHeading>
      <StudyTakesNoChanges study={study} />
      <WithSidePanel
        panel={
          panel.isNew ? (
            <NewSubjectPanel study={study} onAdded={setAddedid} onClose={panel.close} />
          ) : (
            edited && <EditSubjectPanel key={edited.subjectid} subject={edited} onClose={panel.close} />
          )
        }
      >
        <DataList
          key={studyid}
          label={t('heading')}
          rows={data?.listSubjects}
          rowKey={(subject) => subject.subjectid}
          columns={columns}
          compare={compareSubjects}
          filterText={subjectText}
          isReading={isReading}
          count={(count) => t('count', { count })}
          empty={t('empty')}
          emptyNext={
            !isFixed && (
              <Button variant="light" size="xs" onClick={panel.openNew}>
                {t('addFirst')}
              </Button>
            )
          }
          chosenKey={panel.editid}
          shownKey={addedid}
        />
      </WithSidePanel>
    </StudyPage>
  )
}
