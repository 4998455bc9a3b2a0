import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { Button } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { drawings } from '../../components/drawings.ts'
import type { Drawing } from '../../components/EmptyDrawing.tsx'
import type { DataListProps } from '../../components/list/DataList.tsx'
import { ListScreen } from '../../components/list/ListScreen.tsx'
import { usePanel } from '../../components/page/use-panel.ts'
import { useIsKnown } from '../../records/use-record.ts'
import { StudyPage } from './StudyPage.tsx'
import { StudyTakesNoChanges } from './StudyTakesNoChanges.tsx'
import { useStudy } from './use-study.ts'

type Texts = {
  heading: string
  add: string
  addFirst: string
  empty: string
  emptyPurpose?: string
  emptyDrawing?: Drawing
  count: (count: number) => string
}

/**
 * The part of a study that lists its subjects, form types or activity types. The address names the open panel
 * (use-panel.ts). A record that a colleague removes stays in its open panel.
 */
export function StudyListScreen<Row>({
  texts: { add, addFirst, ...texts },
  above,
  rows,
  rowKey,
  recordOf,
  newPanel,
  editPanel,
  ...list
}: Omit<
  DataListProps<Row>,
  'label' | 'isCompact' | 'empty' | 'emptyNext' | 'count' | 'chosenKey' | 'shownKey' | 'addedKey'
> & {
  texts: Texts
  /** Shown between the heading and the list. */
  above?: ReactNode
  isPanelWide?: boolean
  /** `onAdded` scrolls to the new row, whose link takes the focus once the panel is closed. */
  newPanel: (onAdded: (key: string) => void, onClose: () => void, copiedid: string | undefined) => ReactNode
  editPanel: (key: string, onClose: () => void) => ReactNode
  /** The name of a row's record, for a panel of it. */
  recordOf: (key: string) => string
}) {
  const study = useStudy()
  const panel = usePanel()
  const [addedKey, setAddedKey] = useState<string>()
  const isFixed = whyStudyTakesNoChanges(study) !== undefined
  const { editid } = panel
  const isKept = useIsKnown(editid && recordOf(editid))
  const isEdited = isKept || rows?.some((row) => rowKey(row) === editid)
  return (
    <StudyPage>
      <ListScreen
        emptyDrawing={drawings.type}
        {...texts}
        {...list}
        isOpenedByRow={list.isOpenedByRow ?? !isFixed}
        level={2}
        listKey={study.studyid}
        rows={rows}
        rowKey={rowKey}
        add={
          <Button onClick={panel.openNew} disabled={isFixed || panel.isNew}>
            {add}
          </Button>
        }
        emptyNext={
          !isFixed && (
            <Button variant="light" size="xs" onClick={panel.openNew}>
              {addFirst}
            </Button>
          )
        }
        notice={
          <>
            <StudyTakesNoChanges study={study} />
            {above}
          </>
        }
        panel={
          panel.isNew ? (
            <Fragment key={`copy of ${panel.copiedid}`}>{newPanel(setAddedKey, panel.close, panel.copiedid)}</Fragment>
          ) : (
            editid && isEdited && <Fragment key={editid}>{editPanel(editid, panel.close)}</Fragment>
          )
        }
        chosenKey={editid}
        shownKey={addedKey}
        addedKey={panel.isNew ? undefined : addedKey}
      />
    </StudyPage>
  )
}
