import { serveQueries } from '../storage/workers/QueryTable.ts'
import { testQueries } from './testQueries.ts'

serveQueries(testQueries, {
  background: new Set(['countLater', 'measureIdleQuery']),
  idle: new Set(['measureIdleQuery']),
})
