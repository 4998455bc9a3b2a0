import type { Locale } from '../preferences.ts'
import type { Messages } from './en.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Locale
  }
}
