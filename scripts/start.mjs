// npm start: sets up what is missing, then runs the server until it is stopped.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { environment, exitCode, projectNode, root } from './run.mjs'
import { buildWeb, installNode, installPackages, SetupError } from './setup.mjs'

try {
  await installPackages()
  await installNode()
  const web = await buildWeb()
  if (web.code !== 0) throw new SetupError(`The web app could not be built:\n${web.output}`)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exit(1)
}

const server = spawn(projectNode, ['server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: environment(),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A terminal sends Ctrl+C to both processes.
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}
server.once('exit', (code, signal) => process.exit(exitCode(code, signal)))
