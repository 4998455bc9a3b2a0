import { type Block, type Fault, type FaultCode, isFault } from './recording.ts'

/** `offset` in bytes, `at` in seconds since the start. */
export function makeFault(
  what: FaultCode,
  where: { offset?: number; at?: number; count?: number; detail?: string } = {},
): Fault {
  const fault = { what, count: where.count ?? 1, offset: where.offset ?? null, line: null, at: where.at ?? null }
  return where.detail === undefined ? fault : { ...fault, detail: where.detail.slice(0, 80) }
}

/** Combines consecutive faults of one kind, without a block between them, into one. */
export async function* countFaults(items: AsyncIterable<Block | Fault>): AsyncGenerator<Block | Fault> {
  let held: Fault | undefined
  for await (const item of items) {
    if (isFault(item) && held?.what === item.what && held.detail === item.detail) {
      held = { ...held, count: held.count + item.count }
      continue
    }
    if (held) yield held
    held = undefined
    if (isFault(item)) held = item
    else yield item
  }
  if (held) yield held
}
