import { compareCodeUnits } from '../../shared/names/names.ts'

type OfSubject = { siteid: string; studyid: string; subjectid: string }

/** Reads a stream ordered by subject alongside the stream of subjects: one subject's rows at a time. */
export class BySubject<Row extends OfSubject> {
  readonly #rows: AsyncIterator<Row>
  #next: IteratorResult<Row> | undefined

  constructor(rows: AsyncIterable<Row>) {
    this.#rows = rows[Symbol.asyncIterator]()
  }

  /** Call with subjects in order. Rows of skipped subjects are omitted. */
  async of(subject: OfSubject): Promise<Row[]> {
    const found: Row[] = []
    this.#next ??= await this.#rows.next()
    while (!this.#next.done) {
      const order = compareSubjectKeys(this.#next.value, subject)
      if (order > 0) break
      if (order === 0) found.push(this.#next.value)
      this.#next = await this.#rows.next()
    }
    return found
  }

  /** Closes the stream. Call it if not everything was read. */
  async close(): Promise<void> {
    await this.#rows.return?.()
  }
}

function compareSubjectKeys(a: OfSubject, b: OfSubject): number {
  return (
    compareCodeUnits(a.siteid, b.siteid) ||
    compareCodeUnits(a.studyid, b.studyid) ||
    compareCodeUnits(a.subjectid, b.subjectid)
  )
}
