import { queries, queryPriorities } from './queries.ts'
import { serveQueries } from '../storage/workers/QueryTable.ts'

serveQueries(queries, queryPriorities)
