import type { ReactNode } from 'react'
import { WithSidePanel } from '../page/Page.tsx'
import { PageHeading } from '../page/PageHeading.tsx'
import { DataList, type DataListProps } from './DataList.tsx'

/**
 * A list that fills a screen or a study's part: a heading with the button to add a record, the list, and beside it the
 * panel in which a record is added or edited. Place it in a Page or a StudyPage.
 */
export function ListScreen<Row>({
  heading,
  level,
  add,
  notice,
  panel,
  isPanelWide,
  listKey,
  ...list
}: Omit<DataListProps<Row>, 'label' | 'isCompact'> & {
  heading: string
  /** 2 below the heading of a study. */
  level?: 1 | 2
  add: ReactNode
  /** Why nothing can be added now. */
  notice?: ReactNode
  /** Undefined while no panel is open. */
  panel: ReactNode
  isPanelWide?: boolean
  /** Identifies the list: the list of another site or study starts without a filter. */
  listKey?: string
}) {
  return (
    <>
      <PageHeading
        level={level}
        action={add}
        isQuiet={Boolean(panel) || (list.picking?.picked.size ?? 0) > 0}
        help={list.emptyPurpose}
      >
        {heading}
      </PageHeading>
      {notice}
      <WithSidePanel panel={panel} isWide={isPanelWide}>
        <DataList key={listKey} label={heading} {...list} />
      </WithSidePanel>
    </>
  )
}
