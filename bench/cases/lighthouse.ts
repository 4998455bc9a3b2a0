import lighthouse from 'lighthouse'
import type { Bed } from '../bed.ts'
import { openChromium } from '../chromium.ts'
import type { Finding } from '../report.ts'

const categories = ['performance', 'accessibility', 'best-practices']
const least = 95

/** Lighthouse's marks for sign-in, the studies and a subject, as on a desk. */
export const lighthouseMarks = {
  name: 'lighthouse',
  async run({ casebook, studies: { thousand } }: Bed): Promise<Finding[]> {
    const guest = await openChromium(casebook.origin, undefined)
    const findings: Finding[] = []
    try {
      findings.push(await mark('sign-in', `${casebook.origin}/signIn`, guest.debuggingPort))
    } finally {
      await guest.close()
    }
    const nurse = await openChromium(casebook.origin, 'nurse')
    try {
      const subject = `/studies/${thousand.studyid}/subjects/${thousand.subjectids[0]}`
      findings.push(await mark('studies', `${casebook.origin}/studies`, nurse.debuggingPort))
      findings.push(await mark('a subject', casebook.origin + subject, nurse.debuggingPort))
    } finally {
      await nurse.close()
    }
    return findings
  },
}

async function mark(screen: string, url: string, port: number): Promise<Finding> {
  const run = await lighthouse(url, {
    port,
    onlyCategories: categories,
    formFactor: 'desktop',
    screenEmulation: { disabled: true },
    throttlingMethod: 'simulate',
    // Cookies are what the person is signed in by.
    disableStorageReset: true,
    logLevel: 'error',
  })
  if (!run) throw new Error(`Lighthouse said nothing of ${url}`)
  const marks = categories.map((name) => Math.round((run.lhr.categories[name]?.score ?? 0) * 100))
  const failed = Object.values(run.lhr.audits)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
    .map(({ id }) => id)
  const paint = run.lhr.audits['largest-contentful-paint']?.displayValue ?? ''
  return {
    name: `Lighthouse, ${screen}: ${categories.join(', ')}`,
    measured: `${marks.join(', ')}; largest paint ${paint}${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
    goal: `${least} each`,
  }
}
