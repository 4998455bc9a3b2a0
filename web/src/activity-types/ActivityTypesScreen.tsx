import { compareActivityTypes, whyNotDescription } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../calls/graphql.ts'
import type { Column } from '../components/list/DataList.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { OneTextForm } from '../drafts/OneTextForm.tsx'
import {
  ActivityTypesDocument,
  type ActivityTypesQuery,
  AddActivityTypeDocument,
  OnActivityTypesUpdatesDocument,
  RemoveActivityTypeDocument,
  UpdateActivityTypeDocument,
} from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { usePutBack } from '../removed/use-put-back.ts'
import { StudyListScreen } from '../studies/study/StudyListScreen.tsx'
import { TypeActions } from '../studies/study/TypeActions.tsx'
import { useStudy } from '../studies/study/use-study.ts'

type ActivityTypeRow = ActivityTypesQuery['listActivityTypes'][number]

function idOf(type: ActivityTypeRow): string {
  return type.activitytypeid
}

function descriptionOf(type: ActivityTypeRow): string {
  return type.description
}

export function ActivityTypesScreen() {
  const t = useTranslations('activityTypes')
  const { studyid } = useStudy()
  const { data, isReading } = useRead(ActivityTypesDocument, { studyid })
  useLive(OnActivityTypesUpdatesDocument, { studyid })
  const columns = useColumns()
  return (
    <StudyListScreen
      texts={{
        heading: t('heading'),
        add: t('add'),
        addFirst: t('addFirst'),
        empty: t('empty'),
        emptyPurpose: t('purpose'),
        count: (count) => t('count', { count }),
      }}
      rows={data?.listActivityTypes}
      isReading={isReading}
      rowKey={idOf}
      columns={columns}
      compare={compareActivityTypes}
      filterText={descriptionOf}
      newPanel={(onAdded, onClose) => <NewPanel studyid={studyid} onAdded={onAdded} onClose={onClose} />}
      editPanel={(type, isGone, onClose) => <EditPanel type={type} isGone={isGone} onClose={onClose} />}
    />
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
        save={async (description) => {
          const { addActivityType: added } = await addActivityType({ studyid, description })
          onAdded(added.activitytypeid)
          return added
        }}
        saveLabel={t('addButton')}
        busyLabel={t('adding')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

function EditPanel({ type, isGone, onClose }: { type: ActivityTypeRow; isGone: boolean; onClose: () => void }) {
  const t = useTranslations('activityTypes')
  const [updateActivityType] = useWrite(UpdateActivityTypeDocument)
  const { activitytypeid, studyid } = type
  const putBack = usePutBack('ACTIVITY_TYPE', activitytypeid)
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <OneTextForm
        record={`activity-type/${activitytypeid}`}
        field="description"
        label={t('description')}
        saved={type.description}
        version={type.version}
        isGone={isGone}
        why={whyNotDescription}
        save={async (description, version) =>
          (await updateActivityType({ activitytypeid, input: { studyid, description, version } })).updateActivityType
        }
        putBack={putBack}
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

function useColumns(): Column<ActivityTypeRow>[] {
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
          <TypeActions
            kind="ACTIVITY_TYPE"
            id={activitytypeid}
            name={description}
            editLabel={t('edit', { description })}
            removalNote={t('removalNote')}
            remove={() => removeActivityType({ studyid, activitytypeid })}
          />
        ),
      },
    ],
    [t, removeActivityType],
  )
}
