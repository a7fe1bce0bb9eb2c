import { queries } from './queries.ts'
import { serveQueries } from '../storage/serveQueries.ts'

serveQueries(queries)
