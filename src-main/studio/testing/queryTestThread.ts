import { serveQueries } from '../storage/workers/serveQueries.ts'
import { testQueries } from './testQueries.ts'

serveQueries(testQueries)
