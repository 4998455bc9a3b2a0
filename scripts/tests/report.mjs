import { readFileSync } from 'node:fs'

/**
 * How often a test is repeated that fails: once on a machine that nobody watches (CI), where a run takes most of an
 * hour, and otherwise never. A test that passes only the second time counts as passed and is named in `second`.
 */
export const repeats = process.env.CI ? 1 : 0

/** Counts passed and failed tests in Playwright's JSON report. */
export function countPlaywright(report) {
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const second = suites.flatMap(specsOf).filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    second: second.map((spec) => `${spec.file} › ${spec.title}`),
  }
}

const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

/** Counts passed and failed tests in Vitest's JSON report. A file that could not be loaded counts as one failure. */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const second = testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => `${file.name} › ${test.fullName}: ${test.failureMessages[0]}`),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, second }
}

/** A report with only the two counts. */
export function countPlain(report) {
  return { ...JSON.parse(readFileSync(report, 'utf8')), second: [] }
}

/** Prints the tests that passed only the second time. */
export function printSecond(second) {
  for (const test of second) console.log(`passed only the second time: ${test}`)
}
