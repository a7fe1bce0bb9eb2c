import { serveUpdate } from '../storage/update/serveUpdate.ts'

serveUpdate()
