// The walls between rooms (rooms.mjs), and no circle of files anywhere. Imports of types count, because a change of a
// type breaks its users, too.
import { domain, features, server, siteFeatures, web } from './rooms.mjs'

const tests = '\\.test\\.tsx?$|/testing/'
const literally = (text) => text.replaceAll('.', '\\.')

/** The files of a room, without those of rooms inside it. */
function filesOf(base, room, all) {
  const inside = all
    .filter((other) => other.startsWith(`${room}/`))
    .map((other) => literally(other.slice(room.length + 1)))
  const others = inside.length > 0 ? `(?!(?:${inside.join('|')})/)` : ''
  return `^${base}/${literally(room)}/${others}`
}

/** One rule for each floor and each of its rooms. */
function wallsOf(base, floors) {
  const all = floors.flat()
  const walls = floors.flatMap((floor, height) => {
    const above = floors.slice(height + 1).flat()
    return floor.map((room) => ({
      name: `${base}/${room} reaches up or across`,
      severity: 'error',
      comment: `What ${room} imports here is built on it, or stands beside it: neither could change without breaking the other. Move what both need into a room below (rooms.mjs), or hand it in as an argument.`,
      from: { path: filesOf(base, room, all), pathNot: tests },
      to: {
        path: [...above, ...floor.filter((other) => other !== room)]
          .map((other) => filesOf(base, other, all))
          .concat(`^${base}/[^/]+$`),
      },
    }))
  })
  return [
    ...walls,
    {
      name: `${base}: a folder that is no room`,
      severity: 'error',
      comment:
        'Nothing says what this folder may import, so that circles could grow through it. Put it on a floor in rooms.mjs.',
      from: { path: `^${base}/[^/]+/`, pathNot: [...all.map((room) => filesOf(base, room, all)), tests] },
      to: {},
    },
  ]
}

const anyFeature = `^server/src/(${features.flat().join('|')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'a circle of files',
      severity: 'error',
      comment:
        'These files import one another, so that none can be understood, tested or changed alone. Move what they share into a file of its own.',
      from: {},
      to: { circular: true },
    },
    ...wallsOf('domain/src', domain),
    ...wallsOf('server/src', server),
    ...wallsOf('web/src', web),
    {
      name: 'a feature reaches into another',
      severity: 'error',
      comment:
        'A feature knows another only through domain or through that feature’s .sql.ts; otherwise changing one breaks the other.',
      from: { path: anyFeature, pathNot: tests },
      to: { path: anyFeature, pathNot: ['^server/src/$1/', '\\.sql\\.ts$'] },
    },
    {
      name: 'site data without a Scope',
      severity: 'error',
      comment:
        'A pool runs a statement on any table for anybody. Features that show site data ask for SiteData and a Scope, and read through readsOf (server/src/access/site-data.ts), so that no function can forget whom it reads for.',
      from: {
        path: `^server/src/(${siteFeatures.join('|')})/`,
        pathNot: tests,
      },
      to: { path: '^server/src/database/connect\\.ts$' },
    },
    {
      name: 'text without a Scope',
      severity: 'error',
      comment:
        'Through this handle a statement written as text reaches any table for anybody. Build it on the tables of people with the query builder, or read through readsOf (server/src/access/site-data.ts) with a Scope.',
      from: { path: [anyFeature, '^server/src/.*\\.sql\\.ts$'], pathNot: tests },
      to: { path: '^server/src/database/unscoped\\.ts$' },
    },
    {
      name: 'the product needs its tests',
      severity: 'error',
      comment: 'Tests and their beds are not installed with the product, which would not start.',
      from: { path: '^(server|domain|web)/src/', pathNot: tests },
      to: { path: ['^server/test/', '^(e2e|bench|robustness)/', tests] },
    },
    {
      name: 'the product needs its build',
      severity: 'error',
      comment: 'What builds and tests the product is not part of it, and needs tools that are not installed with it.',
      from: { path: '^(server|domain|web)/src/', pathNot: tests },
      to: { path: ['^(web|server|domain)/[^/]+\\.ts$', '^[^/]+\\.ts$'] },
    },
  ],
  options: {
    // TypeScript 7 has no parser for other tools. SWC also reports imports of types.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
