import type { FileFaults } from '../files/file-fault.ts'

/** What is to be said of recordings in problems.csv, by the ids of their files. Filled while entries are listed. */
export class RecordingNotes {
  readonly #said = new Map<string, string[]>()
  readonly #paths = new Map<string, string[]>()

  get size(): number {
    return this.#said.size + this.#paths.size
  }

  add(referencedataid: string, why: string): void {
    this.#said.set(referencedataid, [...(this.#said.get(referencedataid) ?? []), why])
  }

  /** An entry of the bundle is made from the file: its fault is one of the file. */
  madeFrom(referencedataid: string, path: string): void {
    this.#paths.set(referencedataid, [...(this.#paths.get(referencedataid) ?? []), path])
  }

  of(referencedataid: string, faults: FileFaults): string[] {
    const ofEntries = (this.#paths.get(referencedataid) ?? []).flatMap((path) => faults.get(path) ?? [])
    return [...(this.#said.get(referencedataid) ?? []), ...ofEntries]
  }
}
