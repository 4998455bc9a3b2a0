import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import type { EditedRecord, Saved } from '../../records/store.ts'
import { type Editor, useEditor } from '../../records/use-record.ts'
import type { RunningActivity } from './activity-record.ts'
import { pressedKey } from './running-copy.ts'

export type Press<Data> = Editor<RunningActivity, Data> & {
  /** When it was pressed, in epoch seconds, if nobody knows whether that reached the server. */
  kept: number | undefined
  /** Keeps the moment and sends it; sends a kept one again. Undefined if it was refused or did not arrive. */
  press: () => Promise<Saved<Data> | undefined>
}

/** Starting or stopping an activity: the moment of the press counts, also if it can't be sent until later. */
export function usePress<Data>(copy: EditedRecord<RunningActivity, Data>): Press<Data> {
  const editor = useEditor(copy, { names: [], isOpen: false })
  const { unsettled, sending } = editor.entry
  // One that is sent again stays where it is shown.
  const unknown = unsettled ?? (sending?.isAgain ? sending.write : undefined)
  const isOther = unknown !== undefined && unknown.act !== copy.act
  const kept = unknown && !isOther ? Number(fieldValue(unknown.sent, pressedKey)) : undefined

  async function press() {
    if (editor.isBusy) return undefined
    // A start of which nobody knew is known now: what is to be stopped runs.
    if (isOther && !sending) editor.discard()
    if (kept === undefined) editor.type({ [pressedKey]: String(Math.floor(Date.now() / 1_000)) })
    return editor.save()
  }

  return { ...editor, kept, press }
}
