import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileMessages } from './compile-messages.ts'

const server = process.env.CASEBOOK_SERVER ?? 'http://127.0.0.1:4000'
const toServer = { target: server, changeOrigin: false, ws: true }

export default defineConfig({
  plugins: [compileMessages(), react()],
  // The server puts a fresh nonce where this stands, in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // The content security policy takes no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: {
    proxy: { '/graphql': toServer, '/auth': toServer, '/idp': toServer, '/objects': toServer, '/dev': toServer },
  },
})
