import { readFileSync } from 'node:fs'

/** How many tests of a report in Playwright's JSON passed and failed; one that passed only when tried again failed. */
export function countPlaywright(report) {
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** How many tests of a report in Vitest's JSON passed and failed; a file that could not be read counts as one that failed. */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

/** A report that holds nothing but the two counts. */
export function countPlain(report) {
  return JSON.parse(readFileSync(report, 'utf8'))
}
