import { serveQueries } from '../storage/workers/QueryTable.ts'
import { testQueries } from './testQueries.ts'

serveQueries(testQueries, new Set(['countLater']))
