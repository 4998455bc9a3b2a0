import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { compareOccurrences } from '@casebook/domain/shared/names/occurrences.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useContext, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { DataList } from '../components/list/DataList.tsx'
import { SavedAt } from '../components/notices/SavedAt.tsx'
import { PanelGroup, RecordPanel } from '../components/page/RecordPanel.tsx'
import { useFormColumns } from './form-columns.tsx'
import { ToFormTypes } from './ToFormTypes.tsx'
import {
  type FormRecord,
  type FormRow,
  formKey,
  formRowsOfVisit,
  type OfferedFormType,
  type OfferedVisit,
} from './values/form-record.ts'

/** The forms of a subject, or of one of its visits, where those that are not filled in have a row, too. Each opens as a page. */
export function FormsPanel({
  studyid,
  forms,
  formtypes,
  visit,
  savedAt,
  isDisabled,
  isWanted,
  onOpen,
}: {
  studyid: string
  forms: readonly FormRecord[]
  formtypes: readonly OfferedFormType[]
  /** The visit that all of these belong to. */
  visit?: OfferedVisit | undefined
  /** When the last form was saved on this screen. */
  savedAt: Date | null
  isDisabled: boolean
  isWanted: boolean
  /** Opens a form by its key (keyOfOccurrence), or 'new'. */
  onOpen: (opened: string) => void
}) {
  const t = useTranslations('forms')
  const filled = new Set(forms.map(({ formtypeid }) => formtypeid))
  const hasTypes = formtypes.length > 0
  const isOfVisits = useContext(PanelGroup) !== undefined
  const noTypes = visit ? 'noFormsInVisit' : isOfVisits ? 'allFormsInVisits' : 'noFormTypes'
  const isComplete = hasTypes && formtypes.every(({ formtypeid, repeats }) => !repeats && filled.has(formtypeid))
  const columns = useFormColumns({ visit, isDisabled, onOpen })
  const rows: readonly FormRow[] = useMemo(
    () =>
      visit
        ? formRowsOfVisit(forms, formtypes, visit)
        : forms.map((form) => ({ key: formKey(form), formtype: form.formtype, form })),
    [forms, formtypes, visit],
  )
  const addButton = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={isDisabled || isComplete || !hasTypes}
      title={isComplete ? t('allFilled') : undefined}
      onClick={() => onOpen('new')}
    >
      {t('add')}
    </Button>
  )

  return (
    <RecordPanel
      panelid="forms"
      heading={t('heading')}
      help={t('help')}
      aside={<SavedAt at={savedAt} />}
      action={!visit && addButton}
      isWanted={isWanted}
    >
      <DataList
        label={t('heading')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns}
        compare={(one, other) =>
          compareFormTypes(one.formtype, other.formtype) || compareOccurrences(one.form ?? {}, other.form ?? {})
        }
        isCompact
        empty={t('empty')}
        emptyPurpose={isDisabled ? undefined : t(hasTypes ? 'emptyPurpose' : noTypes)}
        emptyNext={noTypes === 'noFormTypes' && !hasTypes && <ToFormTypes studyid={studyid} />}
      />
    </RecordPanel>
  )
}
