import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const folder = '/graphql/explorer'

// The editor adds styles at run time and uses embedded images. Nothing is loaded from other hosts.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Casebook API explorer</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${folder}/explorer.css">
    <link rel="stylesheet" href="${folder}/narrow.css">
  </head>
  <body class="no-focus-outline">
    <noscript>The explorer needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="${folder}/workers.js"></script>
    <script src="${folder}/explorer.js"></script>
    <script src="${folder}/begin.js"></script>
  </body>
</html>
`

// On a phone, the panes are stacked: buttons, documentation, query, answer.
const narrow = `@media (max-width: 700px) {
  .graphiql-container, .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; flex-shrink: 0; width: auto; }
  .graphiql-container .graphiql-main { min-height: 0; overflow-y: auto; }
  .graphiql-container .graphiql-plugin { flex: none !important; min-width: 0 !important; height: 60vh; }
  .graphiql-container .graphiql-sessions { flex: none !important; max-height: none; margin: 0 8px 8px; min-width: 0 !important; }
  .graphiql-container #graphiql-session > * { flex: none !important; min-width: 0 !important; }
  .graphiql-container #graphiql-session > :has(.graphiql-editors), .graphiql-container .graphiql-editors { height: 480px; }
  .graphiql-container #graphiql-session > :has(.graphiql-response), .graphiql-container .graphiql-response { height: 70vh; }
  .graphiql-container .graphiql-logo, .graphiql-horizontal-drag-bar { display: none; }
}
`

const workers = `self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => '${folder}/' + ({ json: 'json', graphql: 'graphql' }[label] ?? 'editor') + '-worker.js',
}
`

const firstQuery = `# The book describes every call.
# You call as whoever is signed in here.
# Tokens, errors, uploads: docs/api.md
{
  me { given_name groups }
  listSites {
    siteid
    name
    studies { studyid name status subjectCount }
  }
}
`

const options = {
  title: 'Casebook API explorer',
  endpoint: '/graphql',
  credentials: 'same-origin',
  subscriptionsProtocol: 'WS',
  defaultQuery: firstQuery,
}

const begin = `YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${JSON.stringify(options)})
`

export type Explorer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/**
 * Serves GraphiQL to browsers that open /graphql. Returns undefined for API calls. Its large files are read when it is
 * first opened.
 */
export function registerExplorer(app: FastifyInstance): Explorer {
  const loaded = () => import('@graphql-yoga/render-graphiql/graphiql')
  const files: Record<string, () => string | Promise<string>> = {
    'narrow.css': () => narrow,
    'workers.js': () => workers,
    'begin.js': () => begin,
    'explorer.js': async () => (await loaded()).js,
    'explorer.css': async () => (await loaded()).css,
    'editor-worker.js': async () => (await loaded()).editorWorkerService,
    'json-worker.js': async () => (await loaded()).jsonWorker,
    'graphql-worker.js': async () => (await loaded()).graphqlWorker,
  }
  for (const [name, read] of Object.entries(files)) {
    app.get(`${folder}/${name}`, async (_request, reply) => {
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
      return reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'no-cache')
        .send(await read())
    })
  }
  return ({ method, headers, query }, reply) => {
    const isPage = method === 'GET' && headers.accept?.includes('text/html') && !isCall(query)
    if (!isPage) return undefined
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page)
  }
}

function isCall(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'query' in query
}
