import { serveUpdate } from '../storage/serveUpdate.ts'

serveUpdate()
