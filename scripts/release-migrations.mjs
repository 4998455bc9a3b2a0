// Cutting a release: adds its migrations to the list of released ones, which never change again. Listed migrations are
// left as they are. One that differs from its file is an error.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../server/src/database/migrations/', import.meta.url)
const list = new URL('released.sha256', folder)

const text = readFileSync(list, 'utf8')
const released = new Map(
  text
    .split('\n')
    .filter((line) => line.includes('  '))
    .map((line) => line.split('  ').reverse()),
)
const added = []
for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith('.sql')) continue
  const sha256 = createHash('sha256')
    .update(readFileSync(new URL(name, folder)))
    .digest('hex')
  if (!released.has(name)) added.push(`${sha256}  ${name}`)
  else if (released.get(name) !== sha256) {
    console.error(
      `${name} was released and must not change: put it back, and bring the change in a migration of its own.`,
    )
    process.exit(1)
  }
}
writeFileSync(list, text + added.map((line) => `${line}\n`).join(''))
console.log(added.length === 0 ? 'Every migration is on the list.' : `Added:\n${added.join('\n')}`)
