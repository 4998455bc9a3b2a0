// node packaging/build.mjs: does everything that "npm start" does before it starts the server, for images and for systemd.
import '../scripts/node-version.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root, run } from '../scripts/run.mjs'
import { buildWeb, installNode, installPackages, SetupError } from '../scripts/setup.mjs'

try {
  await installPackages()
  await installNode()
  const web = await buildWeb()
  if (web.code !== 0) throw new SetupError(`The web app could not be built:\n${web.output}`)
  const schema = await run(projectNode, ['server/src/cli.ts', 'schema'], { quietly: true })
  if (schema.code !== 0) throw new SetupError(`The schema could not be printed:\n${schema.output}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'schema.graphql'), schema.output)
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}
