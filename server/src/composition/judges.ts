import type { Judge } from '../config/config.ts'
import { readProviderSettings } from '../identity/provider/read-provider-settings.ts'

/** The parts that read settings of their own, beyond the common ones. */
export const judges: readonly Judge[] = [readProviderSettings]
