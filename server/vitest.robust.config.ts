import { mergeConfig } from 'vitest/config'
import { robustTests, shared } from './vitest.config.ts'

export default mergeConfig(shared, { test: { name: 'robust', include: robustTests } })
