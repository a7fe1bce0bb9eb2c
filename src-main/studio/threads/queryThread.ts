import { backgroundQueries, queries } from './queries.ts'
import { serveQueries } from '../storage/workers/QueryTable.ts'

serveQueries(queries, backgroundQueries)
