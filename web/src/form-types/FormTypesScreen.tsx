import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead, useWrite } from '../calls/graphql.ts'
import type { Column } from '../components/list/DataList.tsx'
import { FormTypesDocument, OnFormTypesUpdatesDocument, RemoveFormTypeDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useRepeatsColumn } from '../studies/study/RepeatsSwitch.tsx'
import { StudyListScreen } from '../studies/study/StudyListScreen.tsx'
import { TypeActions, TypeName, useChangeColumn } from '../studies/study/TypeActions.tsx'
import { useChosenTypes } from '../studies/study/use-chosen-types.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { EditFormTypePanel, type FormTypeRow, formTypeRecord, NewFormTypePanel } from './FormTypePanels.tsx'

function idOf(type: FormTypeRow): string {
  return type.formtypeid
}

function formTypeText(type: FormTypeRow): string {
  return type.identifier
}

export function FormTypesScreen() {
  const t = useTranslations('formTypes')
  const { studyid } = useStudy()
  const { data, isReading } = useRead(FormTypesDocument, { studyid })
  useLive(OnFormTypesUpdatesDocument, { studyid })
  const columns = useColumns(data?.listFormTypes)
  const [removeType] = useWrite(RemoveFormTypeDocument)
  const picking = useChosenTypes({
    kind: 'FORM_TYPE',
    rows: data?.listFormTypes,
    idOf,
    nameOf: formTypeText,
    note: t('removalNote'),
    remove: (formtypeid, version) => removeType({ studyid, formtypeid, version }),
  })
  return (
    <StudyListScreen
      texts={{
        heading: t('heading'),
        add: t('new'),
        addFirst: t('addFirst'),
        empty: t('empty'),
        emptyPurpose: t('purpose'),
        count: (count) => t('count', { count }),
      }}
      rows={data?.listFormTypes}
      isReading={isReading}
      rowKey={idOf}
      columns={columns}
      compare={compareFormTypes}
      {...(picking && { picking })}
      filterText={formTypeText}
      isPanelWide
      newPanel={(onAdded, onClose, copiedid) => (
        <NewFormTypePanel studyid={studyid} copiedid={copiedid} onAdded={onAdded} onClose={onClose} />
      )}
      recordOf={formTypeRecord}
      editPanel={(formtypeid, onClose) => (
        <EditFormTypePanel studyid={studyid} formtypeid={formtypeid} onClose={onClose} />
      )}
    />
  )
}

/** Whether it was never published. */
function isOnlyDraft({ fields, draft }: FormTypeRow): boolean {
  return fields.length === 0 && draft !== null
}

function countedFields(type: FormTypeRow) {
  return isOnlyDraft(type) ? (type.draft?.fields ?? []) : type.fields
}

function useColumns(rows: readonly FormTypeRow[] | undefined): Column<FormTypeRow>[] {
  const repeats = useRepeatsColumn(rows)
  const changed = useChangeColumn<FormTypeRow>()
  const t = useTranslations('formTypes')
  const format = useFormatter()
  const [removeFormType] = useWrite(RemoveFormTypeDocument)
  return useMemo(
    () => [
      {
        key: 'identifier',
        header: t('identifier'),
        isSorted: true,
        cell: (type) => <TypeName id={idOf(type)} name={formTypeText(type)} />,
      },
      { key: 'fields', header: t('fields'), align: 'end', cell: (type) => format.number(countedFields(type).length) },
      {
        key: 'required',
        header: t('requiredCount'),
        align: 'end',
        isSpare: true,
        cell: (type) => format.number(countedFields(type).filter(({ required }) => required).length),
      },
      ...repeats,
      {
        key: 'version',
        header: t('versionColumn'),
        align: 'end',
        isSpare: true,
        cell: (type) => {
          if (isOnlyDraft(type)) return t('onlyDraft')
          return type.draft ? t('withDraft', { number: type.number }) : format.number(type.number)
        },
      },
      changed,
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: ({ studyid, formtypeid, identifier, version }) => (
          <TypeActions
            kind="FORM_TYPE"
            id={formtypeid}
            name={identifier}
            editLabel={t('edit', { identifier })}
            removalNote={t('removalNote')}
            remove={() => removeFormType({ studyid, formtypeid, version })}
          />
        ),
      },
    ],
    [t, format, repeats, changed, removeFormType],
  )
}
