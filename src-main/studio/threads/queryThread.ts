import { queries } from './queries.ts'
import { serveQueries } from '../storage/workers/serveQueries.ts'

serveQueries(queries)
