import { readFileSync } from 'node:fs'

/** Counts passed and failed tests in Playwright's JSON report. A test that passed only on retry counts as failed. */
export function countPlaywright(report) {
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** Counts passed and failed tests in Vitest's JSON report. A file that could not be loaded counts as one failure. */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

/** A report with only the two counts. */
export function countPlain(report) {
  return JSON.parse(readFileSync(report, 'utf8'))
}
