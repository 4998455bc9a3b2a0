import type { Column, Table } from '../columns/column.ts'

/** The identifiers that ODM and Dataset-JSON share. */
export const metaDataVersionOid = 'MDV.1'
export const studyOid = (studyid: string) => `S.${studyid}`
export const siteOid = (siteid: string) => `L.${siteid}`
export const userOid = (actor: string) => `U.${actor}`

type Named = Pick<Table, 'name' | 'formtypeid'>

const tableId = ({ name, formtypeid }: Named) => (formtypeid === undefined ? name : `forms.${formtypeid}`)
export const formOid = (table: Named) => `F.${tableId(table)}`
export const itemGroupOid = (table: Named) => `IG.${tableId(table)}`
export const itemOid = (table: Named, { columnId }: Column) => `I.${tableId(table)}.${columnId}`
export const codeListOid = (table: Named, { columnId }: Column) => `CL.${tableId(table)}.${columnId}`
export const conditionOid = (table: Named, { columnId }: Column) => `C.${tableId(table)}.${columnId}`
export const methodOid = (table: Named, { columnId }: Column) => `M.${tableId(table)}.${columnId}`
export const unitOid = (place: number) => `MU.${place + 1}`
