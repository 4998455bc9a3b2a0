// npm run test:browsers: the main journeys in Firefox ESR and in WebKit, wide and narrow. Separate from npm test,
// because it needs Debian packages. Installs missing packages if it may, and says why if it is skipped.
import '../node-version.mjs'
import { existsSync } from 'node:fs'
import { installDebian, runSuite, whyNoPackages } from './packages.mjs'

/** Packages by a file that exists if they are installed. */
const packages = {
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/pdftotext': 'poppler-utils',
}

function whySkipped() {
  const missing = Object.entries(packages).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
  if (missing.length === 0) return undefined
  const why = whyNoPackages()
  if (why) return `${missing.join(', ')} not installed, and ${why}`
  return installDebian(missing) ? undefined : `${missing.join(', ')} cannot be installed here`
}

const why = process.platform === 'linux' ? whySkipped() : 'the browsers are Debian packages'
if (why) console.log(`skipped: ${why}`)
else await runSuite('browsers', 'browsers/playwright.config.ts')
