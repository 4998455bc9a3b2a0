import type { Messages } from './en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    /** Of dates and numbers: English texts have Britain's order of day and month, as Norway's is. */
    Locale: 'en-GB' | 'nb'
  }
}
