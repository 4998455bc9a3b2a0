import lighthouse, { desktopConfig } from 'lighthouse'
import type { Bed } from '../beds/bed.ts'
import { openChromium } from '../beds/chromium.ts'
import type { Finding } from '../report/report.ts'

const categories = ['performance', 'accessibility', 'best-practices']
const least = 95

/** Lighthouse's two profiles: a desktop's network and processor, and those of a phone on a slow network. */
const visitors = { desk: desktopConfig, phone: undefined }

/** Lighthouse's scores for sign-in, the studies and a subject. */
export const lighthouseMarks = {
  name: 'lighthouse',
  async run({ casebook, studies: { thousand } }: Bed): Promise<Finding[]> {
    const guest = await openChromium(casebook.origin, undefined)
    const findings: Finding[] = []
    try {
      findings.push(...(await marksOf('sign-in', `${casebook.origin}/signIn`, guest.debuggingPort)))
    } finally {
      await guest.close()
    }
    const nurse = await openChromium(casebook.origin, 'nurse')
    try {
      const subject = `/studies/${thousand.studyid}/subjects/${thousand.subjectids[0]}`
      findings.push(...(await marksOf('studies', `${casebook.origin}/studies`, nurse.debuggingPort)))
      findings.push(...(await marksOf('a subject', casebook.origin + subject, nurse.debuggingPort)))
    } finally {
      await nurse.close()
    }
    return findings
  },
}

async function marksOf(screen: string, url: string, port: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [visitor, config] of Object.entries(visitors))
    findings.push(await mark(screen, url, port, visitor, config))
  return findings
}

async function mark(
  screen: string,
  url: string,
  port: number,
  visitor: string,
  config: typeof desktopConfig | undefined,
): Promise<Finding> {
  const flags = {
    port,
    onlyCategories: categories,
    // The cookies of the signed-in person.
    disableStorageReset: true,
    logLevel: 'error' as const,
  }
  const run = await lighthouse(url, flags, config)
  if (!run) throw new Error(`Lighthouse said nothing of ${url}`)
  const marks = categories.map((name) => Math.round((run.lhr.categories[name]?.score ?? 0) * 100))
  const failed = Object.values(run.lhr.audits)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
    .map(({ id }) => id)
  const paint = run.lhr.audits['largest-contentful-paint']?.displayValue ?? ''
  return {
    name: `Lighthouse, ${screen}, ${visitor}: ${categories.join(', ')}`,
    measured: `${marks.join(', ')}; largest paint ${paint}${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
    goal: `${least} each`,
  }
}
