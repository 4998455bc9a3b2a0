import { whyNotExport } from '@casebook/domain/exports/exports.rules.ts'
import { useUser } from '../session/session.tsx'
import { ExportAccesses } from './accesses/ExportAccesses.tsx'
import { ExportList } from './ExportList.tsx'
import classes from './Exports.module.css'
import { NewExport } from './NewExport.tsx'
import { type ExportOf, useExports } from './use-exports.ts'

/** The panel that starts an export, for people who may, and the list of exports. */
export function ExportParts({ of }: { of: ExportOf }) {
  const { groups } = useUser()
  const { rows, isReading, ownRunning } = useExports(of)
  return (
    <div className={classes.parts}>
      {!whyNotExport(groups, of) && <NewExport of={of} isRunning={ownRunning !== undefined} />}
      <ExportList rows={rows} isReading={isReading} />
      <ExportAccesses of={of} />
    </div>
  )
}
