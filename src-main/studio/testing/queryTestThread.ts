import { serveQueries } from '../storage/workers/QueryTable.ts'
import { testQueries } from './testQueries.ts'

serveQueries(testQueries, { background: new Set(['countLater', 'loadIdly']), idle: new Set(['loadIdly']) })
