import { compareActivityTypes, whyNotDescription } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../app/graphql.ts'
import { useLive } from '../app/live.ts'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import { type Column, DataList } from '../components/DataList.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { OneTextForm } from '../components/OneTextForm.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { SidePanel, WithSidePanel } from '../components/SidePanel.tsx'
import { usePanel } from '../components/use-panel.ts'
import {
  ActivityTypesDocument,
  type ActivityTypesQuery,
  AddActivityTypeDocument,
  OnActivityTypesUpdatesDocument,
  RemoveActivityTypeDocument,
  UpdateActivityTypeDocument,
} from '../generated/graphql.ts'
import { StudyPage } from '../studies/StudyPage.tsx'
import { StudyTakesNoChanges } from '../studies/StudyTakesNoChanges.tsx'
import { useStudy } from '../studies/use-study.ts'

type ActivityTypeRow = ActivityTypesQuery['listActivityTypes'][number]

function descriptionOf(type: ActivityTypeRow): string {
  return type.description
}

export function ActivityTypesScreen() {
  const t = useTranslations('activityTypes')
  const study = useStudy()
  const { studyid } = study
  const panel = usePanel()
  const { data, isReading } = useRead(ActivityTypesDocument, { studyid })
  useLive(OnActivityTypesUpdatesDocument, { studyid })
  const [addedid, setAddedid] = useState<string>()
  const isFixed = whyStudyTakesNoChanges(study) !== undefined
  const columns = useColumns(isFixed, panel.openEdit)
  const edited = data?.listActivityTypes.find((type) => type.activitytypeid === panel.editid)

  return (
    <StudyPage>
      <PageHeading
        level={2}
        action={
          <Button onClick={panel.openNew} disabled={isFixed || panel.isNew}>
            {t('add')}
          </Button>
        }
      >
        {t('heading')}
      </PageHeading>
      <StudyTakesNoChanges study={study} />
      <WithSidePanel
        panel={
          panel.isNew ? (
            <NewPanel studyid={studyid} onAdded={setAddedid} onClose={panel.close} />
          ) : (
            edited && <EditPanel key={edited.activitytypeid} type={edited} onClose={panel.close} />
          )
        }
      >
        <DataList
          label={t('heading')}
          rows={data?.listActivityTypes}
          rowKey={(type) => type.activitytypeid}
          columns={columns}
          compare={compareActivityTypes}
          filterText={descriptionOf}
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

function NewPanel({
  studyid,
  onAdded,
  onClose,
}: {
  studyid: string
  onAdded: (activitytypeid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('activityTypes')
  const [addActivityType] = useWrite(AddActivityTypeDocument)
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <OneTextForm
        record={`new-activity-type/${studyid}`}
        field="description"
        label={t('description')}
        why={whyNotDescription}
        save={async (description) =>
          onAdded((await addActivityType({ studyid, description })).addActivityType.activitytypeid)
        }
        saveLabel={t('addButton')}
        busyLabel={t('adding')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

function EditPanel({ type, onClose }: { type: ActivityTypeRow; onClose: () => void }) {
  const t = useTranslations('activityTypes')
  const [updateActivityType] = useWrite(UpdateActivityTypeDocument)
  const { activitytypeid, studyid } = type
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <OneTextForm
        record={`activity-type/${activitytypeid}`}
        field="description"
        label={t('description')}
        saved={type.description}
        version={type.version}
        why={whyNotDescription}
        save={(description, version) =>
          updateActivityType({ activitytypeid, input: { studyid, description, version: version ?? null } })
        }
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

function useColumns(isFixed: boolean, openEdit: (id: string) => void): Column<ActivityTypeRow>[] {
  const t = useTranslations('activityTypes')
  const [removeActivityType] = useWrite(RemoveActivityTypeDocument)
  return useMemo(
    () => [
      { key: 'description', header: t('description'), isSorted: true, cell: descriptionOf },
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: ({ studyid, activitytypeid, description }) => (
          <>
            <IconButton
              label={t('edit', { description })}
              isDisabled={isFixed}
              onClick={() => openEdit(activitytypeid)}
            >
              <IconPencil size={18} aria-hidden />
            </IconButton>
            <ConfirmRemoval
              name={description}
              note={t('removalNote')}
              isDisabled={isFixed}
              remove={() => removeActivityType({ studyid, activitytypeid })}
            />
          </>
        ),
      },
    ],
    [t, isFixed, openEdit, removeActivityType],
  )
}
