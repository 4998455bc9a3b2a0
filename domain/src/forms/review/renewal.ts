import { sameText } from '../../shared/names/names.ts'
import { evaluateForm, type Judge } from '../evaluation.ts'
import { type KeyValue, mergeRetired } from '../forms.rules.ts'
import { type Confirmation, judgeForm } from '../judgement.ts'
import { type DraftFinding, type FormFinding, type FormOf, FoundForms, findingsOf } from './findings.ts'

type Judged = { fields: readonly KeyValue[]; confirmed: readonly Confirmation[] | null }

/** What bringing one form up to date does. */
export type Renewal = {
  /** What a person must decide first. If there is any, the form stays as it is. */
  obstacles: FormFinding[]
  /** What changes: values that are no longer asked, and other results of calculations. */
  changes: FormFinding[]
  fields: KeyValue[]
  confirmations: Confirmation[]
}

/** Judges a stored form by another version of its type. `today` as for `evaluateForm`. */
export function renewalOf(judge: Judge, { fields: stored, confirmed }: Judged, today?: number): Renewal {
  const values = new Map(stored.map(({ key, value }) => [sameText(key), value]))
  const given = new Map(judge.fields.map(({ name }) => [name, values.get(sameText(name)) ?? '']))
  const { hidden, calculated } = evaluateForm(judge, given, today)
  const entered = [...given].flatMap(([key, value]) =>
    value === '' || hidden.has(key) || calculated.has(key) ? [] : [{ key, value }],
  )
  const judged = judgeForm(judge, entered, { today, standing: confirmed })
  const isConfirmed = ({ reason, field }: FormFinding) =>
    reason === 'UNUSUAL' && judged.confirmations.some(({ key }) => key === field)
  const found = findingsOf(judge, values, today).filter((finding) => !isConfirmed(finding))
  const [changes, obstacles] = [found.filter(isDone), found.filter((finding) => !isDone(finding))]
  const { why } = judged
  if (why && obstacles.length === 0) {
    obstacles.push({ reason: 'UNFIT', field: why.field ?? '', sentence: why.message })
  }
  const merged = mergeRetired(stored, judged.fields, judge)
  return { obstacles, changes, fields: merged, confirmations: judged.confirmations }
}

function isDone({ reason }: FormFinding): boolean {
  return reason === 'NOT_ASKED' || reason === 'RESULT'
}

type Outdated = Judged & FormOf & { isOpen: boolean }

/** How many forms are judged in one step. */
const formsInStep = 100

/** What bringing each of these forms up to date does, in steps, because judging all forms of a study takes long. */
export function* renewalsOf<Form extends Judged>(
  judge: Judge,
  forms: readonly Form[],
  today?: number,
): Generator<undefined, { form: Form; renewal: Renewal }[]> {
  const renewals: { form: Form; renewal: Renewal }[] = []
  for (const form of forms) {
    if (renewals.length % formsInStep === 0) yield
    renewals.push({ form, renewal: renewalOf(judge, form, today) })
  }
  return renewals
}

/** What bringing these forms up to date does, in the same steps. Those of subjects that are not open are only counted. */
export function* reviewRenewal(
  judge: Judge,
  forms: readonly Outdated[],
  today?: number,
): Generator<undefined, { ready: number; closed: number; findings: DraftFinding[] }> {
  const [done, refused] = [new FoundForms(), new FoundForms()]
  const open = forms.filter(({ isOpen }) => isOpen)
  let ready = 0
  for (const { form, renewal } of yield* renewalsOf(judge, open, today)) {
    const { obstacles, changes } = renewal
    if (obstacles.length === 0) ready += 1
    if (obstacles.length === 0) done.add(form, changes)
    else refused.add(form, obstacles)
  }
  const findings = [...refused.findings('REFUSED'), ...done.findings('LOOK')]
  return { ready, closed: forms.length - open.length, findings }
}
