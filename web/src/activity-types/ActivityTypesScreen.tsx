import { activityTypeFields, compareActivityTypes } from '@casebook/domain/activity-types/activity-types.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import {
  blankFields,
  givenFields,
  typedFields,
  whyNotGiven,
} from '@casebook/domain/shared/record-fields/record-fields.ts'
import { isRepeating, repeatsKey, typedRepeats } from '@casebook/domain/shared/record-fields/repeats.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../calls/graphql.ts'
import type { Column } from '../components/list/DataList.tsx'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  ActivityTypesDocument,
  type ActivityTypesQuery,
  OnActivityTypesUpdatesDocument,
  RemoveActivityTypeDocument,
  UpdateActivityTypeDocument,
} from '../generated/graphql.ts'
import { findAuthorInStudy } from '../history/find-author.ts'
import { useLive } from '../live/live.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { editingOf, savedBy, sourceOf, useEditor } from '../records/use-record.ts'
import { puttingBack } from '../removed/put-back.ts'
import { useIsInGroup } from '../session/session.tsx'
import { RepeatsSwitch, useRepeatsColumn, useRepeatsText } from '../studies/study/RepeatsSwitch.tsx'
import { StudyListScreen } from '../studies/study/StudyListScreen.tsx'
import { TypeActions, TypeName, useChangeColumn } from '../studies/study/TypeActions.tsx'
import { useChosenTypes } from '../studies/study/use-chosen-types.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { NewActivityTypePanel } from './NewActivityTypePanel.tsx'
import { VisitNames } from './VisitNames.tsx'

type ActivityTypeRow = ActivityTypesQuery['listActivityTypes'][number]

function idOf(type: ActivityTypeRow): string {
  return type.activitytypeid
}

function descriptionOf(type: ActivityTypeRow): string {
  return type.description
}

const blank = blankFields(activityTypeFields)
const texts = editingOf(activityTypeFields)
const editing = { ...texts, names: [...texts.names, repeatsKey] }
const recordOf = (activitytypeid: string) => `activity-type/${activitytypeid}`

function activityType(studyid: string, activitytypeid: string) {
  return {
    record: recordOf(activitytypeid),
    blank,
    source: sourceOf(ActivityTypesDocument, { studyid }, ({ data }) => {
      const type = data?.listActivityTypes.find((each) => each.activitytypeid === activitytypeid)
      const fields = type && { ...typedFields(activityTypeFields, type), [repeatsKey]: typedRepeats(type.repeats) }
      if (fields) return { version: type.version, fields, row: type }
      return data && { version: null, fields: blank }
    }),
    findAuthor: () => findAuthorInStudy(studyid, 'activity_type', activitytypeid),
    plan(typed: Fields, over: number | null) {
      const given = givenFields(activityTypeFields, typed)
      const problem = whyNotGiven(activityTypeFields, given)
      if (problem) return problem
      if (over === null) return puttingBack('ACTIVITY_TYPE', activitytypeid)
      const input = { studyid, ...given, repeats: isRepeating(typed), version: over }
      return savedBy(UpdateActivityTypeDocument, { activitytypeid, input })
    },
  }
}

export function ActivityTypesScreen() {
  const t = useTranslations('activityTypes')
  const { studyid } = useStudy()
  const { data, isReading } = useRead(ActivityTypesDocument, { studyid })
  useLive(OnActivityTypesUpdatesDocument, { studyid })
  const columns = useColumns(data)
  const [removeType] = useWrite(RemoveActivityTypeDocument)
  const picking = useChosenTypes({
    kind: 'ACTIVITY_TYPE',
    rows: data?.listActivityTypes,
    idOf,
    nameOf: descriptionOf,
    note: t('removalNote'),
    remove: (activitytypeid, version) => removeType({ studyid, activitytypeid, version }),
  })
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
      {...(picking && { picking })}
      filterText={descriptionOf}
      newPanel={(onAdded, onClose, copiedid) => (
        <NewActivityTypePanel studyid={studyid} copiedid={copiedid} onAdded={onAdded} onClose={onClose} />
      )}
      recordOf={recordOf}
      editPanel={(activitytypeid, onClose) => (
        <EditPanel studyid={studyid} activitytypeid={activitytypeid} onClose={onClose} />
      )}
    />
  )
}

function EditPanel({
  studyid,
  activitytypeid,
  onClose,
}: {
  studyid: string
  activitytypeid: string
  onClose: () => void
}) {
  const t = useTranslations('activityTypes')
  const editor = useEditor(activityType(studyid, activitytypeid), editing)
  const repeatsText = useRepeatsText()
  const mayPutBack = useIsInGroup('admin')
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <RecordForm
        editor={editor}
        fields={activityTypeFields}
        label={(field) => t(field)}
        more={{ key: repeatsKey, ...repeatsText, input: <RepeatsSwitch editor={editor} /> }}
        canPutBack={mayPutBack}
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onClose={onClose}
      />
    </SidePanel>
  )
}

function useColumns(data: ActivityTypesQuery | undefined): Column<ActivityTypeRow>[] {
  const t = useTranslations('activityTypes')
  const repeats = useRepeatsColumn(data?.listActivityTypes)
  const inVisits = useVisitsColumn(data?.listVisits)
  const changed = useChangeColumn<ActivityTypeRow>()
  const [removeActivityType] = useWrite(RemoveActivityTypeDocument)
  return useMemo(
    () => [
      {
        key: 'description',
        header: t('description'),
        isSorted: true,
        cell: ({ activitytypeid, description }) => <TypeName id={activitytypeid} name={description} />,
      },
      ...repeats,
      ...inVisits,
      {
        key: 'files',
        header: t('files'),
        isSpare: true,
        cell: ({ expectsFile }) => (expectsFile ? t('filesExpected') : '–'),
      },
      changed,
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: ({ studyid, activitytypeid, description, version }) => (
          <TypeActions
            kind="ACTIVITY_TYPE"
            id={activitytypeid}
            name={description}
            editLabel={t('edit', { description })}
            removalNote={t('removalNote')}
            remove={() => removeActivityType({ studyid, activitytypeid, version })}
          />
        ),
      },
    ],
    [t, repeats, inVisits, changed, removeActivityType],
  )
}

/** The visits that a type belongs to, in a study with a schedule. */
function useVisitsColumn(visits: ActivityTypesQuery['listVisits'] | undefined): Column<ActivityTypeRow>[] {
  const t = useTranslations('activityTypes')
  return useMemo(
    () =>
      visits && visits.length > 0
        ? [
            {
              key: 'visits',
              header: t('visits'),
              isSpare: true,
              cell: ({ activitytypeid }) => <VisitNames of={visits} activitytypeid={activitytypeid} />,
            },
          ]
        : [],
    [t, visits],
  )
}
