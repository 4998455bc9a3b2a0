/** Milliseconds: a while, and many times as long as the same without a mutant. */
const longFor = (seconds, milliseconds) => 1000 * seconds + 20 * milliseconds

/** A test that fails without any mutant, or ends its process. */
export class FailingTest extends Error {}

/**
 * Measures the mutants of one source. Each test file that imports it is run once: every test without a mutant, and then
 * with each of the mutants that it reaches. Apart, with modules that are loaded anew, are tested: mutants in code that
 * runs while modules are loaded, mutants that leave something behind, and survivors in modules that keep state. Mutants
 * that ran out of time or of memory are tested again, alone and with a generous limit, before that counts.
 * @param {ReturnType<typeof import('./tester.mjs').tester>} tester
 * @param {{ path: string, mutants: import('./mutants.mjs').Mutant[], tests: string[], keepsState: boolean }} source
 * @param {number} seconds for one alone; among others, a sixth
 * @param {(mutant: import('./mutants.mjs').Mutant, result: string) => void} report
 */
export async function measureFile(tester, source, seconds, report) {
  const { mutants, tests } = source
  const waiting = new Set(mutants.keys())
  const reached = new Set()
  const fresh = new Set()
  const late = new Set()
  const milliseconds = new Map()

  /** Runs a test file until it is over, or has to begin again for those that still wait. */
  async function runFile(test) {
    let running
    let isOver = true
    let hasFailed = ''
    let total = 0
    function hear({ took = 0, begun, killed, fresh: left, late: delayed, failed, stopped }) {
      total += took
      running = begun
      if (begun !== undefined) reached.add(begun)
      if (failed) hasFailed = failed
      if (stopped) isOver = false
      for (const index of [killed, left, delayed]) waiting.delete(index)
      if (killed !== undefined) report(mutants[killed], 'killed')
      if (left !== undefined) fresh.add(left)
      if (delayed !== undefined) late.add(delayed)
    }
    const limit = ({ begun, milliseconds: without }) =>
      begun === undefined ? longFor(120, 0) : longFor(seconds / 6, without)
    const { ended } = await tester.ask(
      { type: 'run', ...source, waiting: [...waiting], seconds: seconds / 6, test },
      limit,
      hear,
    )
    milliseconds.set(test, total)
    if (hasFailed || (ended && running === undefined))
      throw new FailingTest(`This test fails without any change: ${test}\n${hasFailed || ended}`)
    if (!ended) return isOver
    waiting.delete(running)
    late.add(running)
    return false
  }

  /** Runs test files with one mutant, which is in the code from the beginning. */
  async function testAlone(only) {
    for (const test of tests) {
      let result
      const limit = () => longFor(seconds, milliseconds.get(test) ?? 0)
      const { ended } = await tester.ask(
        { type: 'run', ...source, waiting: [], only, seconds, test },
        limit,
        (answer) => {
          if (answer.killed !== undefined) result = 'killed'
          if (answer.late !== undefined) result = 'timed out'
        },
      )
      if (ended) return ended === 'time' ? 'timed out' : 'memory'
      if (result) return result
    }
    return 'survived'
  }

  for (const test of tests) while (waiting.size > 0 && !(await runFile(test)));
  for (const index of waiting) {
    // What the module keeps may be from before the mutant.
    if (source.keepsState && reached.has(index)) fresh.add(index)
    else report(mutants[index], reached.has(index) ? 'survived' : 'unreached')
  }
  for (const index of [...fresh, ...late]) {
    const result = await testAlone(index)
    // One that had to be ended has its second chance in a process that does nothing else.
    const isLate = (result === 'timed out' || result === 'memory') && fresh.has(index)
    report(mutants[index], isLate ? await testAlone(index) : result)
  }
}
