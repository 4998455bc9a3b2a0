import { todayIn } from '@casebook/domain/activities/today.ts'
import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { cleanChecks, cleanFields, whyNotFields } from '@casebook/domain/form-types/form-types.rules.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { isBlank } from '@casebook/domain/shared/text.rules.ts'
import { useCallback, useMemo, useState } from 'react'
import { studyZone } from '../../browser/time-zones.ts'
import type { FormValues } from '../../forms/values/form-values.ts'
import { evaluatedForm, type FormJudge } from '../../forms/values/judged-form.ts'

export type TryOut = {
  /** The definition as it was last without mistakes. */
  judge: FormJudge
  values: FormValues
  type: (values: FormValues) => void
  clear: () => void
}

/** A form of a definition that is stored nowhere. `problems`: of its expressions, which are left out. */
export function useTryOut(
  given: readonly FormTypeField[],
  rules: readonly FormCheck[],
  problems: readonly Problem[],
): TryOut {
  const [values, setValues] = useState<FormValues>({})
  const [last, setLast] = useState<FormJudge>(() => ({ fields: [], checks: [], today: todayIn(studyZone()) }))
  const made = useMemo(() => {
    const wrong = new Set(problems.map(({ field }) => field))
    const fields = given.map((field, place) => ({
      ...field,
      ...(wrong.has(`fields.${place}.showIf`) ? { showIf: null } : {}),
      ...(wrong.has(`fields.${place}.calculation`) ? { calculation: null } : {}),
    }))
    const checks = rules.filter(
      ({ expression, message }, place) =>
        !isBlank(expression) && !isBlank(message) && !wrong.has(`checks.${place}.expression`),
    )
    if (whyNotFields(fields, checks)) return undefined
    return { fields: cleanFields(fields), checks: cleanChecks(checks), today: todayIn(studyZone()) }
  }, [given, rules, problems])
  if (made && made !== last) setLast(made)
  return {
    judge: made ?? last,
    values,
    type: useCallback((typed: FormValues) => setValues((before) => ({ ...before, ...typed })), []),
    clear: useCallback(() => setValues({}), []),
  }
}

/** The values of a try-out with what is calculated, by name. */
export function triedValues({ judge, values }: TryOut): ReadonlyMap<string, string> {
  return new Map([...Object.entries(values), ...evaluatedForm(judge, values).values])
}
