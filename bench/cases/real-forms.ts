import type { FormTypeField } from '../../domain/src/form-types/fields.ts'
import type { Bed } from '../beds/bed.ts'
import { type Finding, middle, spread } from '../report/report.ts'
import { measure, settle } from '../report/turns.ts'
import { addType, largeForm } from './large-form.ts'
import { filledIn, updateFormCall } from './update-form.ts'

/** A large form in Chromium with its processor slowed down four times, and what expressions add to a save. */
export const realForms = {
  name: 'real-forms',
  async run(bed: Bed): Promise<Finding[]> {
    return [...(await largeForm(bed)), ...(await saves(bed))]
  },
}

const turns = 5
const plan = { connections: 10, seconds: 3 }

/** The same ten values, saved in turns by a type without expressions and by one with conditions, a calculation and a check. */
async function saves(bed: Bed): Promise<Finding[]> {
  const [plain = ''] = bed.studies.writing.formtypeids
  const withExpressions = 'bench-expressions'
  const { rows } = await bed.superuser.query<{ fields: FormTypeField[] }>(
    'select fields from form_type where formtypeid = $1',
    [plain],
  )
  const asked: Record<string, Partial<FormTypeField>> = {
    Ward: { showIf: 'Walks_without_aid' },
    Remarks: { showIf: 'Age > 18.0 && filled(Diagnosis)' },
  }
  const fields = (rows[0]?.fields ?? []).map((field) => ({ ...field, ...asked[field.name] }))
  const bmi: FormTypeField = {
    name: 'BMI',
    type: 'Number',
    required: false,
    decimals: 1,
    calculation: 'Weight_in_kg / (Height_in_cm * Height_in_cm / 10000.0)',
  }
  const checks = [{ expression: 'Age < 120.0', message: 'Too old.', field: 'Age', soft: false }]
  await addType(bed, bed.studies.writing.studyid, withExpressions, [...fields, bmi], checks)
  await bed.superuser.query(
    `insert into form (subjectid, formtypeid, siteid, studyid, fields)
      select subjectid, $1, siteid, studyid, fields from form where formtypeid = $2`,
    [withExpressions, plain],
  )
  const { subjectids } = bed.studies.writing
  const costs = new Map<string, number[]>([
    [plain, []],
    [withExpressions, []],
  ])
  let sent = 0
  for (let turn = -1; turn < turns; turn++) {
    for (const [formtypeid, known] of costs) {
      const next = () => {
        const n = sent++
        return updateFormCall({ subjectid: subjectids[n % subjectids.length], formtypeid, fields: filledIn(n) })
      }
      const { serverCpu, databaseCpu } = await measure(bed, { target: bed.casebook, calls: { next } }, plan)
      await settle(bed)
      // The first turn warms up.
      if (turn >= 0) known.push((serverCpu ?? Number.NaN) + (databaseCpu ?? Number.NaN))
    }
  }
  const [without, having] = [costs.get(plain) ?? [], costs.get(withExpressions) ?? []]
  const ratios = having.map((cost, turn) => cost / (without[turn] ?? Number.NaN))
  return [
    {
      name: 'saving a form with two conditions, a calculation and a check, against one without: CPU of server and database',
      measured: `${spread(ratios, 2)} ×; ${middle(having).toFixed(2)} against ${middle(without).toFixed(2)} ms`,
      goal: 'at most 1.15 ×',
    },
  ]
}
