import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead, useWrite } from '../app/graphql.ts'
import { useLive } from '../app/live.ts'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import { type Column, DataList } from '../components/DataList.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { WithSidePanel } from '../components/SidePanel.tsx'
import { usePanel } from '../components/use-panel.ts'
import { FormTypesDocument, OnFormTypesUpdatesDocument, RemoveFormTypeDocument } from '../generated/graphql.ts'
import { StudyPage } from '../studies/StudyPage.tsx'
import { StudyTakesNoChanges } from '../studies/StudyTakesNoChanges.tsx'
import { useStudy } from '../studies/use-study.ts'
import { EditFormTypePanel, type FormTypeRow, NewFormTypePanel } from './FormTypePanels.tsx'

function formTypeText(type: FormTypeRow): string {
  return type.identifier
}

export function FormTypesScreen() {
  const t = useTranslations('formTypes')
  const study = useStudy()
  const { studyid } = study
  const panel = usePanel()
  const { data, isReading } = useRead(FormTypesDocument, { studyid })
  useLive(OnFormTypesUpdatesDocument, { studyid })
  const [addedid, setAddedid] = useState<string>()
  const isFixed = whyStudyTakesNoChanges(study) !== undefined
  const columns = useColumns(isFixed, panel.openEdit)
  const edited = data?.listFormTypes.find((type) => type.formtypeid === panel.editid)

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
        isWide
        panel={
          panel.isNew ? (
            <NewFormTypePanel studyid={studyid} onAdded={setAddedid} onClose={panel.close} />
          ) : (
            edited && <EditFormTypePanel key={edited.formtypeid} type={edited} onClose={panel.close} />
          )
        }
      >
        <DataList
          label={t('heading')}
          rows={data?.listFormTypes}
          rowKey={(type) => type.formtypeid}
          columns={columns}
          compare={compareFormTypes}
          filterText={formTypeText}
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

function useColumns(isFixed: boolean, openEdit: (id: string) => void): Column<FormTypeRow>[] {
  const t = useTranslations('formTypes')
  const format = useFormatter()
  const [removeFormType] = useWrite(RemoveFormTypeDocument)
  return useMemo(
    () => [
      { key: 'identifier', header: t('identifier'), isSorted: true, cell: formTypeText },
      { key: 'fields', header: t('fields'), align: 'end', cell: (type) => format.number(type.fields.length) },
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: ({ studyid, formtypeid, identifier }) => (
          <>
            <IconButton label={t('edit', { identifier })} isDisabled={isFixed} onClick={() => openEdit(formtypeid)}>
              <IconPencil size={18} aria-hidden />
            </IconButton>
            <ConfirmRemoval
              name={identifier}
              note={t('removalNote')}
              isDisabled={isFixed}
              remove={() => removeFormType({ studyid, formtypeid })}
            />
          </>
        ),
      },
    ],
    [t, format, isFixed, openEdit, removeFormType],
  )
}
