import { afterAll } from 'vitest'
import { dropDatabases } from './beds/database.ts'

afterAll(dropDatabases)
