import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import type { Bed } from '../beds/bed.ts'
import { openChromium } from '../beds/chromium.ts'
import type { Finding } from '../report/report.ts'

const categories = ['performance', 'accessibility', 'best-practices']
const least = 95
/** How often each page is looked at. The run in the middle counts. */
const runs = 3

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
    // The cookies of the signed-in person. What was loaded before stays in the cache, too, as of somebody who returns.
    disableStorageReset: true,
    logLevel: 'error' as const,
  }
  const done: Result[] = []
  for (let tries = 0; done.length < runs; tries++) {
    const run = await lighthouse(url, flags, config)
    // A run whose recording failed says nothing of the page.
    if (run && !run.lhr.runtimeError) done.push(run.lhr)
    else if (tries >= 3 * runs) throw new Error(`Lighthouse failed: ${run?.lhr.runtimeError?.message}`)
  }
  const lhr = middleOf(done)
  const marks = categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100))
  const failed = Object.values(lhr.audits)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
    .map(({ id }) => id)
  const paint = lhr.audits['largest-contentful-paint']?.displayValue ?? ''
  return {
    name: `Lighthouse, ${screen}, ${visitor}: ${categories.join(', ')}`,
    measured: `${marks.join(', ')}; largest paint ${paint}${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
    goal: `${least} each`,
  }
}

function middleOf(done: readonly Result[]): Result {
  const score = ({ categories }: Result) => categories.performance?.score ?? 0
  const middle = done.toSorted((one, other) => score(one) - score(other))[Math.floor(done.length / 2)]
  if (!middle) throw new Error('Lighthouse was not run')
  return middle
}
