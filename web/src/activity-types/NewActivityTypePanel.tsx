import { activityTypeFields } from '@casebook/domain/activity-types/activity-types.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { freeName } from '@casebook/domain/shared/names/free-name.ts'
import {
  blankFields,
  givenFields,
  typedFields,
  whyNotGiven,
} from '@casebook/domain/shared/record-fields/record-fields.ts'
import { isRepeating, repeatsKey, typedRepeats } from '@casebook/domain/shared/record-fields/repeats.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  ActivityTypesDocument,
  AddActivityTypeDocument,
  type AddActivityTypeMutation,
  AddDefinitionsDocument,
  UpdateActivityTypeDocument,
} from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { isNextOne } from '../records/machine/next-one.ts'
import { OneOrSeveral, PastedForm, pastesList, usePastedList } from '../records/pasted/PastedForm.tsx'
import { RecordForm } from '../records/RecordForm.tsx'
import { correctedBy, editingOf, replacedBy, savedBy, useBeginAs, useEditor } from '../records/use-record.ts'
import { RepeatsSwitch, useRepeatsText } from '../studies/study/RepeatsSwitch.tsx'
import { useStudy } from '../studies/study/use-study.ts'

const texts = editingOf(activityTypeFields)
const editing = { ...texts, names: [...texts.names, repeatsKey] }
const whyNotDescription = (description: string) => whyNotGiven(activityTypeFields, { description })

function newActivityType(studyid: string, copiedid: string | undefined) {
  return {
    record: copiedid ? `new-activity-type/${studyid}/${copiedid}` : `new-activity-type/${studyid}`,
    blank: blankFields(activityTypeFields),
    plan(typed: Fields, _over: number | null, known: Known<AddActivityTypeMutation>) {
      const { added } = known
      const given = givenFields(activityTypeFields, typed)
      const problem = whyNotGiven(activityTypeFields, given)
      if (problem) return problem
      const repeats = isRepeating(typed)
      if (!added) return savedBy(AddActivityTypeDocument, { studyid, ...given, repeats })
      if (isNextOne(known, typed, 'description'))
        return replacedBy(AddActivityTypeDocument, { studyid, ...given, repeats })
      const { activitytypeid } = added.data.addActivityType
      const input = { studyid, ...given, repeats, version: added.version }
      return correctedBy(UpdateActivityTypeDocument, { activitytypeid, input })
    },
  }
}

/** Several activity types as definitions, which the study takes all or none. */
function definitionsOf(descriptions: readonly string[]): string {
  const activityTypes = descriptions.map((description) => ({ description }))
  return JSON.stringify({ casebook: 'definitions', format: 1, formTypes: [], activityTypes })
}

/** Adds one activity type, one after the other, a copy of one, or a list of them at once. */
export function NewActivityTypePanel({
  studyid,
  copiedid,
  onAdded,
  onClose,
}: {
  studyid: string
  /** The activity type that the new one begins as. */
  copiedid: string | undefined
  onAdded: (activitytypeid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('activityTypes')
  const repeatsText = useRepeatsText()
  const isFixed = whyStudyTakesNoChanges(useStudy()) !== undefined
  const editor = useEditor(newActivityType(studyid, copiedid), editing)
  const several = usePastedList(`new-activity-types/${studyid}`, whyNotDescription, (descriptions) =>
    savedBy(AddDefinitionsDocument, { studyid, definitions: definitionsOf(descriptions) }),
  )
  const [hasSeveral, setHasSeveral] = useState(several.isChanged && copiedid === undefined)
  const { data } = useRead(ActivityTypesDocument, { studyid })
  const existing = useMemo(() => data?.listActivityTypes.map(({ description }) => description) ?? [], [data])
  const copied = data?.listActivityTypes.find(({ activitytypeid }) => activitytypeid === copiedid)
  useBeginAs(editor, copied, (type) => ({
    ...typedFields(activityTypeFields, { description: freeName(existing, type.description) }),
    [repeatsKey]: typedRepeats(type.repeats),
  }))
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      {!isFixed && copiedid === undefined && <OneOrSeveral hasSeveral={hasSeveral} onChange={setHasSeveral} />}
      {hasSeveral && !isFixed ? (
        <PastedForm
          editor={several}
          existing={existing}
          whyNot={whyNotDescription}
          label={t('descriptions')}
          nameLabel={t('description')}
          saveText={(count) => t('addSeveral', { count })}
          busyLabel={t('adding')}
          onClose={onClose}
        />
      ) : (
        <RecordForm
          editor={editor}
          fields={activityTypeFields}
          label={(field) => t(field)}
          more={{ key: repeatsKey, ...repeatsText, input: <RepeatsSwitch editor={editor} isDisabled={isFixed} /> }}
          shown={{
            description: {
              ...(copiedid === undefined && { onPaste: pastesList(several, () => setHasSeveral(true)) }),
            },
          }}
          isNew
          addsAnother={copiedid === undefined}
          isDisabled={isFixed}
          saveLabel={t('addButton')}
          busyLabel={t('adding')}
          onSaved={({ addActivityType }) => onAdded(addActivityType.activitytypeid)}
          onClose={onClose}
        />
      )}
    </SidePanel>
  )
}
