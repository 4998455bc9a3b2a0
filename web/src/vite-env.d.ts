/// <reference types="vite/client" />

interface Window {
  /** The answer to /auth/session that index.html asks for. */
  casebookSession?: Promise<Response>
}
