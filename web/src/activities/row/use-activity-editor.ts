import { fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { whyNotOccurrenceLabel } from '@casebook/domain/visits/labels.rules.ts'
import { studyZone } from '../../browser/time-zones.ts'
import type { EditedRecord } from '../../records/store.ts'
import { useEditor } from '../../records/use-record.ts'
import type { ActivityRow } from '../record/activity-copy.ts'
import { activityOfFields, fieldsOfActivity, type TypedActivity, validateActivity } from '../record/typed-activity.ts'

const inputs = ['activitytypeid', 'startTime', 'stopTime', 'comment'] as const
export type ActivityEditor = ReturnType<typeof useActivityEditor>

/**
 * The contents of one row. Validated while typing for the confirm button. Errors are shown once an input loses focus,
 * and then updated with every change in the row: a later stop fixes an earlier start.
 */
export function useActivityEditor<Data>(of: EditedRecord<ActivityRow, Data>) {
  const zone = studyZone()
  // ActivityEditRow opens the editor.
  const editor = useEditor(of, {
    names: [...inputs, 'label'],
    isOpen: false,
    why: (name) =>
      name === 'label'
        ? whyNotLabel
        : inputs.map((each) => each === name && problems[each]).find((problem) => problem instanceof Error),
  })
  const typed = activityOfFields(editor.fields)
  const validated = validateActivity(typed, zone, editor.row?.day)
  const { problems } = validated
  const whyNotLabel = whyNotOccurrenceLabel(fieldValue(editor.fields, 'label'), { repeats: true })
  const { activity } = editor.row ?? {}
  return {
    ...editor,
    activity,
    typed,
    validated,
    /** Why it cannot be saved yet. */
    whyNot: problems.activitytypeid ?? problems.startTime ?? problems.stopTime ?? problems.comment ?? whyNotLabel,
    typeIn: (changed: Partial<TypedActivity>) => editor.type(changesOf(editor.fields, { ...typed, ...changed })),
    checkAll: () => editor.check(...inputs, 'label'),
  }
}

/** Only the inputs that changed, so that the mistakes of the others stay shown. */
function changesOf(before: Readonly<Record<string, string>>, typed: TypedActivity) {
  const after = fieldsOfActivity(typed)
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value))
}
