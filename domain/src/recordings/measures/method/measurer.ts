import type { Samples } from '../../signals/signals.ts'
import type { Method, MethodFacts, SampleMethod } from './method.ts'
import { type Range, Spans, type Summary } from './spans.ts'

/** One method at work on one signal. */
export type Measurer = {
  add(samples: Samples): void
  /** The samples ended, or a gap follows. */
  end(): void
  results(): Summary
}

/** A method whose values nobody else needs to know. */
export type AnyMethod = MethodFacts & {
  /** `hasEpochs`: whether each epoch is measured, too. */
  start(rate: number, range: Range, hasEpochs: boolean): Measurer
}

export function withSpans<T>({ makeMeter, makeCollector, ...facts }: Method<T>): AnyMethod {
  return {
    ...facts,
    start(rate, range, hasEpochs) {
      const spans = new Spans((isWhole) => makeCollector(rate, isWhole), facts.outputs.length, range, hasEpochs)
      const meter = makeMeter(rate, (at, value) => {
        spans.wholeAt(at)?.add(value)
        spans.epochAt(at)?.add(value)
      })
      return {
        add: ({ columns, at, step }) => meter.add(columns, at, step),
        end: () => meter.end(),
        results: () => spans.results(),
      }
    },
  }
}

export function ofSamples({ valuesOf, makeCollector, ...facts }: SampleMethod): AnyMethod {
  return {
    ...facts,
    start(rate, range, hasEpochs) {
      const spans = new Spans((isWhole) => makeCollector(rate, isWhole), facts.outputs.length, range, hasEpochs)
      return {
        add({ columns, at, step }) {
          const values = valuesOf(columns)
          for (let from = 0; from < values.length; ) {
            const to = spans.endOfStretch(at, step, from, values.length)
            const time = at + from * step
            spans.wholeAt(time)?.add(values, from, to)
            spans.epochAt(time)?.add(values, from, to)
            from = to
          }
        },
        end() {},
        results: () => spans.results(),
      }
    },
  }
}
