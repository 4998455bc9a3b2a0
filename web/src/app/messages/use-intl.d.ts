import type { Messages } from './en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    /** For dates and numbers: English uses British formats, with the same order of day and month as Norwegian. */
    Locale: 'en-GB' | 'nb'
  }
}
