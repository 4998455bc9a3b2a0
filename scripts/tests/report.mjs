import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * How often a test is repeated that fails: twice on a machine that nobody watches (CI), where a run takes most of an
 * hour, and otherwise never. A test that passes only when repeated counts as passed and is named in `repeated`, with the
 * first line of its first failure.
 */
export const repeats = process.env.CI ? 2 : 0

/** Counts passed and failed tests in Playwright's JSON report. */
export function countPlaywright(report) {
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const repeated = suites.flatMap(specsOf).flatMap((spec) => {
    const flaky = spec.tests.find((test) => test.status === 'flaky')
    return flaky ? [`${spec.file} › ${spec.title}: ${firstLine(flaky.results[0].error?.message)}`] : []
  })
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    repeated,
  }
}

/** Of what a test said when it failed, without colours. */
function firstLine(message = '') {
  return stripVTControlCharacters(message).split('\n', 1)[0]
}

const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

/** Counts passed and failed tests in Vitest's JSON report. A file that could not be loaded counts as one failure. */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const repeated = testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => `${file.name} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, repeated }
}

/** A report with only the two counts. */
export function countPlain(report) {
  return { ...JSON.parse(readFileSync(report, 'utf8')), repeated: [] }
}

/** Prints the tests that passed only when repeated. */
export function printRepeated(repeated) {
  for (const test of repeated) console.log(`passed only when repeated: ${test}`)
}
