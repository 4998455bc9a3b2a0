// npm run screenshots: draws every screen in every state, and the pictures of the README. Passes its arguments on.
import './node-version.mjs'
import { projectNode, run } from './run.mjs'
import { buildWeb, installNode, installPackages, SetupError } from './setup.mjs'

try {
  await installPackages({ toDevelop: true })
  await installNode()
  const web = await buildWeb()
  if (web.code !== 0) throw new SetupError(`The web app could not be built:\n${web.output}`)
  const { code } = await run(projectNode, ['e2e/screenshots/run.ts', ...process.argv.slice(2)])
  process.exitCode = code
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
