import { type Failure, failuresOf } from '../../calls/failures.ts'

/** A chosen record, by its key in the list and the name under which people know it, as it is shown there. */
export type Chosen = { key: string; name: string; version?: number }

/** What could not be done to a record, and why. */
export type Left = { chosen: Chosen; failures: readonly Failure[] }

/** Does the same to records one after the other. A refusal of one does not keep the next from its turn. `onDone` counts. */
export async function oneByOne<Of extends Chosen>(
  all: readonly Of[],
  act: (chosen: Of) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<Left[]> {
  const left: Left[] = []
  for (const [place, chosen] of all.entries()) {
    try {
      await act(chosen)
    } catch (thrown) {
      left.push({ chosen, failures: failuresOf(thrown) })
    }
    onDone(place + 1)
  }
  return left
}
