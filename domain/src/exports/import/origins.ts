import { type Problem, problem } from '../../shared/problems.ts'

/** Where rows of a file were exported from, by its id columns. Null where the rows do not say. */
export type ImportOrigin = {
  siteid: string | null
  studyid: string | null
  formtypeid: string | null
  /** How many rows of the file. */
  rows: number
}

/** The ids in a row, empty where it has none. */
type RowOrigin = { siteid: string; studyid: string; formtypeid: string }

type Place = {
  siteid: string
  studyid: string
  formtypeid: string | undefined
  /** The other form types of the study. */
  others: ReadonlySet<string>
  fromElsewhere: boolean
}

/** What is wrong with the origin of a row, and in which column. */
type OtherOrigin = { column: keyof RowOrigin; problem: Problem }

/**
 * Collects where the rows of a file come from. A row of another study or form type is a mistake, unless the whole file
 * is said to be from elsewhere. Even then it has the forms of one form type, and none of another form type of this study.
 */
export class Origins {
  readonly #place: Place
  readonly #found = new Map<string, ImportOrigin & RowOrigin>()
  #elsewhere: { row: number; formtypeid: string } | undefined

  constructor(place: Place) {
    this.#place = place
  }

  /** Whether a row is from this place, or does not say where it is from. */
  isHere({ siteid, studyid, formtypeid }: RowOrigin): boolean {
    return (
      (siteid === '' || siteid === this.#place.siteid) &&
      (studyid === '' || studyid === this.#place.studyid) &&
      (formtypeid === '' || formtypeid === this.#place.formtypeid)
    )
  }

  /** The same so far. What one of them takes, the other does not. */
  copy(): Origins {
    const copy = new Origins(this.#place)
    for (const [key, found] of this.#found) copy.#found.set(key, { ...found })
    copy.#elsewhere = this.#elsewhere
    return copy
  }

  take(row: number, given: RowOrigin): OtherOrigin | undefined {
    const key = JSON.stringify([given.siteid, given.studyid, given.formtypeid])
    const found = this.#found.get(key) ?? { ...given, rows: 0 }
    found.rows += 1
    // One more than are listed: rows without ids are not.
    if (this.#found.has(key) || this.#found.size <= mostListed) this.#found.set(key, found)
    if (this.isHere(given)) return undefined
    const { siteid, studyid, others, fromElsewhere } = this.#place
    if (!fromElsewhere && given.siteid !== '' && given.siteid !== siteid) return other('siteid', 'import.study.other')
    if (!fromElsewhere && given.studyid !== '' && given.studyid !== studyid) {
      return other('studyid', 'import.study.other')
    }
    if (!fromElsewhere || given.studyid === studyid || others.has(given.formtypeid)) {
      return other('formtypeid', 'import.form-type.other')
    }
    this.#elsewhere ??= { row, formtypeid: given.formtypeid }
    if (given.formtypeid === this.#elsewhere.formtypeid) return undefined
    const params = { row: this.#elsewhere.row }
    return { column: 'formtypeid', problem: problem('import.form-type.mixed', { params }) }
  }

  /** The origins in the order of the file, without rows that do not say anything. */
  list(): ImportOrigin[] {
    return [...this.#found.values()]
      .filter(({ siteid, studyid, formtypeid }) => siteid + studyid + formtypeid !== '')
      .slice(0, mostListed)
      .map(({ siteid, studyid, formtypeid, rows }) => ({
        siteid: siteid || null,
        studyid: studyid || null,
        formtypeid: formtypeid || null,
        rows,
      }))
  }
}

/** A file from an export has one. */
const mostListed = 20

function other(column: OtherOrigin['column'], reason: 'import.study.other' | 'import.form-type.other'): OtherOrigin {
  return { column, problem: problem(reason) }
}
