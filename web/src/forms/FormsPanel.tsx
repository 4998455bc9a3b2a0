import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportError } from '../app/errors.ts'
import { DataList } from '../components/DataList.tsx'
import { RecordPanel } from '../components/RecordPanel.tsx'
import { SavedAt } from '../components/SavedAt.tsx'
import { WithSidePanel } from '../components/SidePanel.tsx'
import { useFormColumns } from './form-columns.tsx'
import type { FormRecord, OfferedFormType } from './form-record.ts'

/**
 * The forms of a subject. `opened` says what is open beside them: 'new', 'new/FORMTYPEID', a formtypeid, undefined for
 * nothing.
 */
export function FormsPanel({
  subjectid,
  forms,
  formtypes,
  today,
  isDisabled,
  isReading,
  isWanted,
  opened,
  onOpen,
  onClose,
}: {
  subjectid: string
  forms: readonly FormRecord[]
  formtypes: readonly OfferedFormType[]
  /** The calendar day in the study's zone: `2026-10-20`. */
  today: string
  isDisabled: boolean
  isReading: boolean
  isWanted: boolean
  opened: string | undefined
  onOpen: (opened: string, isReplacing?: boolean) => void
  onClose: () => void
}) {
  const t = useTranslations('forms')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const panels = useFormPanels()
  const filled = new Set(forms.map(({ formtypeid }) => formtypeid))
  const isNew = opened === 'new' || opened?.startsWith('new/') === true
  const edited = forms.find(({ formtypeid }) => formtypeid === opened)
  const isComplete = formtypes.length > 0 && formtypes.every(({ formtypeid }) => filled.has(formtypeid))
  const columns = useFormColumns({ isDisabled, onOpen })
  const addButton = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={isDisabled || isComplete || isNew}
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
      aside={<SavedAt at={savedAt} />}
      action={addButton}
      isWanted={isWanted}
    >
      <WithSidePanel
        panel={
          panels && isNew ? (
            <panels.NewFormPanel
              subjectid={subjectid}
              formtypes={formtypes}
              filled={filled}
              chosenid={isNew ? opened.slice('new/'.length) : ''}
              onChoose={(formtypeid) => onOpen(`new/${formtypeid}`, true)}
              today={today}
              isDisabled={isDisabled}
              onSaved={() => setSavedAt(new Date())}
              onClose={onClose}
            />
          ) : (
            panels &&
            edited && (
              <panels.EditFormPanel
                key={edited.formtypeid}
                form={edited}
                isDisabled={isDisabled}
                onSaved={() => setSavedAt(new Date())}
                onClose={onClose}
              />
            )
          )
        }
      >
        <DataList
          label={t('heading')}
          rows={forms}
          rowKey={(form) => form.formtypeid}
          columns={columns}
          compare={(one, other) => compareFormTypes(one.formtype, other.formtype)}
          isReading={isReading}
          isCompact
          empty={t('empty')}
          emptyNext={
            !isDisabled && (
              <Button variant="light" size="xs" onClick={() => onOpen('new')}>
                {t('addFirst')}
              </Button>
            )
          }
          chosenKey={edited?.formtypeid}
        />
      </WithSidePanel>
    </RecordPanel>
  )
}

type FormPanels = typeof import('./FormPanel.tsx')

/**
 * What a form is filled in with is large, because of the patterns that its texts may have to match. It is fetched behind the
 * record, so that a form opens at once, also where the network has gone meanwhile.
 */
function useFormPanels(): FormPanels | undefined {
  const [panels, setPanels] = useState<FormPanels>()
  useEffect(() => {
    import('./FormPanel.tsx').then(setPanels, reportError)
  }, [])
  return panels
}
