import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileMessages } from './compile-messages.ts'
import { compressAssets } from './compress-assets.ts'
import { preloadRoutes } from './preload-routes.ts'
import { splitDocuments } from './split-documents.ts'

const server = process.env.CASEBOOK_SERVER ?? 'http://127.0.0.1:4000'
const toServer = { target: server, changeOrigin: false, ws: true }

/** The large libraries, by the file of what needs them. Screens that need none of them load none. */
const large = { curves: /\/uplot\//, forms: /\/(re2js|cel-js)\//, times: /\/temporal-polyfill\// }

/** What rooms of the first load have for other screens. */
const ofOtherScreens =
  /messages\.nb|AuthenticationError|NoSuchPage|guest\/Redirect|occurrence-text|browser\/(printing|files|time-zones|navigation\/visit-path|presses\/after-press)/

const isOfFirstLoad = (id: string) =>
  /\/web\/src\/(app\/(?!messages\/|screens-ahead)|(shell|locale|session|live|calls|machine|browser)\/)/.test(id) &&
  !ofOtherScreens.test(id)

type Context = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** The large libraries that a module loads, itself or by what it imports. */
function largeIn(id: string, context: Context, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  const before = known.get(id)
  if (before) return before
  const found = new Set(Object.entries(large).flatMap(([name, library]) => (library.test(id) ? [name] : [])))
  known.set(id, found)
  for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
    for (const name of largeIn(imported, context, known)) found.add(name)
  return found
}

/** The file of a module that several screens share: named by the first of the large libraries that it loads. */
function fileOf(id: string, context: Context, known = new Map<string, ReadonlySet<string>>()): string {
  const found = largeIn(id, context, known)
  return Object.keys(large).find((name) => found.has(name)) ?? 'shared'
}

/** What several screens share, in few files: a browser loads six at a time, and each costs a round trip. */
const shared = (file: string) => ({
  name: (id: string, context: Context) => (fileOf(id, context) === file ? file : null),
  minShareCount: 2,
})

export default defineConfig({
  plugins: [compileMessages(), splitDocuments(), react(), preloadRoutes(), compressAssets()],
  // The server puts a fresh nonce where this stands, in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // The oldest browsers supported, as README names them.
    target: ['safari16.4', 'firefox140', 'chrome131', 'edge131'],
    // The content security policy takes no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The first load names a hundred other files, and hashes do not compress: each letter of them costs 80 bytes.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // What the first load needs in two files rather than ten: each costs a round trip's share and a set of headers.
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|react-router|use-intl|@formatjs|icu-minify|clsx|@mantine\/core\/esm\/core|@mantine\/hooks\/esm\/(use-isomorphic-effect|use-color-scheme|use-media-query|utils))\//,
            },
            {
              name: 'app',
              test: isOfFirstLoad,
            },
            // A file takes along what its modules import, unless an earlier one has it: those without large libraries first.
            ...['shared', 'times', 'forms', 'curves'].map(shared),
          ],
        },
      },
    },
  },
  // A reader of a format is loaded by the worker when it is needed.
  worker: { format: 'es' },
  server: {
    proxy: {
      '/graphql': toServer,
      '/auth': toServer,
      '/idp': toServer,
      '/calendar': toServer,
      '/objects': toServer,
      '/dev': toServer,
    },
  },
})
