import type { Samples } from '../../signals/signals.ts'
import type { Method } from './method.ts'
import { type Range, Spans, type Summary } from './spans.ts'

/** One method at work on one signal. */
export type Measurer = {
  add(samples: Samples): void
  /** The samples ended, or a gap follows. */
  end(): void
  results(): Summary
}

/** A method whose values nobody else needs to know. */
export type AnyMethod = Omit<Method<unknown>, 'makeMeter' | 'makeCollector'> & {
  /** `hasEpochs`: whether each epoch is measured, too. */
  start(rate: number, range: Range, hasEpochs: boolean): Measurer
}

export function withSpans<T>({ makeMeter, makeCollector, ...method }: Method<T>): AnyMethod {
  return {
    ...method,
    start(rate, range, hasEpochs) {
      const spans = new Spans({ ...method, makeMeter, makeCollector }, rate, range, hasEpochs)
      const meter = makeMeter(rate, spans.take)
      return {
        add: ({ columns, at, step }) => meter.add(columns, at, step),
        end: () => meter.end(),
        results: () => spans.results(),
      }
    },
  }
}
