// node packaging/build.mjs: everything that "npm start" does before it starts, for images and for servers that start elsewhere.
import '../scripts/node-version.mjs'
import { buildWeb, installNode, installPackages, SetupError } from '../scripts/setup.mjs'

try {
  await installPackages()
  await installNode()
  const web = await buildWeb()
  if (web.code !== 0) throw new SetupError(`The web app could not be built:\n${web.output}`)
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}
