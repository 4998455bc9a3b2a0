import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileMessages } from './compile-messages.ts'
import { compressAssets } from './compress-assets.ts'
import { preloadRoutes } from './preload-routes.ts'
import { splitDocuments } from './split-documents.ts'

const server = process.env.CASEBOOK_SERVER ?? 'http://127.0.0.1:4000'
const toServer = { target: server, changeOrigin: false, ws: true }

/** What needs the library of time zones, and what needs the one of patterns. Screens that need neither load neither. */
const times =
  /temporal|activity-time|day-warnings|subject-facts|subjects\/list\/list-view|recordings\/seen|recorded-file|file-description/
const patterns = /re2js|form-types\/pattern|forms\/value\.rules/

/** What rooms of the first load have for other screens. */
const ofOtherScreens =
  /messages\.nb|AuthenticationError|NoSuchPage|guest\/Redirect|occurrence-text|browser\/(printing|files|time-zones|presses\/after-press)/

const isOfFirstLoad = (id: string) =>
  /\/web\/src\/(app\/(?!messages\/|screens-ahead)|(shell|locale|session|live|calls|machine|browser)\/)/.test(id) &&
  !ofOtherScreens.test(id)

const isOfManyScreens = (id: string) => !times.test(id) && !patterns.test(id) && !id.includes('/recordings/')

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
            // What several screens share, in few files: a browser loads six at a time, and each costs a round trip.
            { name: 'shared', test: isOfManyScreens, minShareCount: 2 },
            { name: 'times', test: times, minShareCount: 2 },
            { name: 'patterns', test: patterns, minShareCount: 2 },
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
