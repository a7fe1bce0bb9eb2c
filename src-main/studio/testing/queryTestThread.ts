import { serveQueries } from '../storage/serveQueries.ts'
import { testQueries } from './testQueries.ts'

serveQueries(testQueries)
