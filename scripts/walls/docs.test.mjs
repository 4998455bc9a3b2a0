import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.mjs'
import { domain, server, web } from './rooms.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(name))
    .map((name) => join(folder, name))

const docs = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['docs', 'clients'].flatMap(filesBelow).filter((name) => name.endsWith('.md')),
]

/** Where a file named in a document may be. The schema's types are generated. */
const bases = ['', 'server/src', 'domain/src', 'domain/src/recordings', 'web/src', 'docs', 'server/test', 'e2e']
const code = 'ts|tsx|mjs|sql|graphql|md|sh|css|py|R'
const isPath = new RegExp(`^[\\w.-]+(?:/[\\w.-]+)+\\.(?:${code})$`)
const isName = new RegExp(`^[\\w.-]+\\.(?:${code})$`)

/** Names that stand for any such file. F is a placeholder for the name of a feature. */
const isPlaceholder = (name) => name.includes('/F/') || name === '.sql.ts'

/** Every file name of the repository, wherever the file is. Folders of tools and of data are not part of it. */
const everyName = new Set(
  readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !['node_modules', 'data', 'licenses'].includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(entry.name) : [entry.name]))
    .map((path) => basename(path)),
)

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page) {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isFound(doc, [, page, anchor]) {
  const target = page === '' ? doc : join(dirname(doc), page)
  return existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).includes(anchor))
}

test.each(docs)('%s names files that exist, and headings of them', (doc) => {
  const text = read(doc)
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name).filter((name) => !isPlaceholder(name))
  const links = [...text.matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)]
  expect([
    ...named.filter((name) => isPath.test(name) && !bases.some((base) => existsSync(join(root, base, name)))),
    ...named.filter((name) => isName.test(name) && !everyName.has(name)),
    ...links.filter((link) => !isFound(doc, link)).map(([link]) => link),
  ]).toEqual([])
})

const rooms = Object.entries({ 'domain/src': domain, 'server/src': server, 'web/src': web }).flatMap(([base, floors]) =>
  floors
    .flat()
    .filter((room) => !room.includes('/') && room !== 'generated')
    .map((room) => [base, room]),
)

test.each(['domain/src', 'server/src', 'web/src'])('docs/architecture.md draws every room of %s', (base) => {
  const pictures = [...read('docs/architecture.md').matchAll(/^```$([\s\S]*?)^```$/gm)]
  const picture = pictures[['server/src', 'web/src', 'domain/src'].indexOf(base)]?.[1] ?? ''
  const drawn = new Set(picture.split(/\s+/).map((word) => word.split('/')[0]))
  expect(rooms.filter(([of, room]) => of === base && !drawn.has(room)).map(([, room]) => room)).toEqual([])
})

/** Folders that hold only a part of the schema have no code to wall, but are rooms for a reader, too. */
const folders = ['domain/src', 'server/src', 'web/src'].flatMap((base) =>
  readdirSync(join(root, base), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
    .map(({ name }) => [base, name]),
)

test.each(folders)('%s/%s says what it promises and where to begin reading', (base, room) => {
  const path = join(base, room, 'README.md')
  expect(existsSync(join(root, path)), 'README.md is missing').toBe(true)
  const named = [...read(path).matchAll(/`([\w./-]+\.(?:tsx?|graphql|sql|css))`/g)].map(([, name]) => name)
  const where = [join(base, room), base]
  expect(
    named.filter((name) => name !== '.sql.ts' && !where.some((folder) => existsSync(join(root, folder, name)))),
  ).toEqual([])
})

/** The titles of the tests in this file. */
const titlesOf = (file) => [...read(file).matchAll(/\btest\(\s*(['`])(.*?)\1/g)].map(([, , title]) => title)

const screenTests = filesBelow('e2e/journeys/screens').filter((name) => name.endsWith('.spec.ts'))

/** The tests that a cell of docs/screens.md names: each file, and the words of a title unless the whole file is meant. */
function namedTests(cell) {
  let file
  return cell.split('; ').flatMap((part) => {
    const path = /`([^`]+)`/.exec(part)?.[1]
    const name = /^[\w-]+/.exec(part)?.[0]
    const screen = screenTests.find((each) => basename(each) === `${name}.spec.ts`)
    // Files of unit tests are named as a whole.
    if (path && !path.endsWith('.spec.ts')) return []
    const isScreen = screen && (part === name || part.startsWith(`${name}: `))
    if (path || isScreen) file = path ? join('e2e', path) : screen
    const words = path ? (part.split('`: ')[1] ?? '') : isScreen ? part.slice(name.length + 2) : part
    return [{ file, words: words.replace(/ …$/, '') }]
  })
}

test('docs/screens.md names tests by words of their titles', () => {
  const cells = [...read('docs/screens.md').matchAll(/^\|.*\| (.*) \|$/gm)].map(([, cell]) => cell)
  const named = cells
    .filter((cell) => cell !== 'test')
    .flatMap((cell) =>
      cell === 'both journeys of form-types' ? [] : namedTests(cell.replace(/both journeys of form-types; /, '')),
    )
  expect(named.length).toBeGreaterThan(150)
  const isThere = ({ file, words }) => file && titlesOf(file).some((title) => title.includes(words))
  expect(named.filter((each) => !isThere(each)).map(({ file, words }) => `${file}: ${words}`)).toEqual([])
})

/** The paths of docs/architecture.md through the code, each with the files that it names. */
const paths = [
  ...read('docs/architecture.md')
    .split('## Files to have open')[1]
    .matchAll(/^### (.*)$([\s\S]*?)(?=^### |$(?![\s\S]))/gm),
].map(([, title, text]) => ({
  title,
  files: [...new Set([...text.matchAll(/`((?:web|server|domain)\/[^`]+)`/g)].map(([, name]) => name))],
}))

/** The files that a file imports or, for a query, that use it. */
function neighboursOf(file) {
  return [...read(file).matchAll(/(?:from |import\(|new URL\()'([^']+)'/g)].map(([, target]) =>
    target.startsWith('@casebook/domain/')
      ? target.replace('@casebook/domain/', 'domain/src/')
      : join(dirname(file), target),
  )
}

/** What meets the others without an import: it is handed in, or works on the schema when the server starts. */
const meetsWithoutImport = ['server/src/graphql/allow.ts', 'web/src/calls/call.ts']

test('docs/architecture.md follows four paths, each through at most 20 files that hang together', () => {
  expect(paths.map(({ title }) => title)).toHaveLength(4)
  for (const { title, files } of paths) {
    expect(files.length, title).toBeGreaterThan(10)
    expect(files.length, title).toBeLessThanOrEqual(20)
    const code = files.filter((file) => /\.tsx?$/.test(file) && !meetsWithoutImport.includes(file))
    const pairs = code.flatMap((file) =>
      neighboursOf(file)
        .filter((other) => files.includes(other))
        .map((other) => [file, other]),
    )
    expect(
      code.filter((file) => !pairs.flat().includes(file)),
      title,
    ).toEqual([])
  }
})
