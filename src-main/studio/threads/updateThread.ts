import { serveUpdate } from '../storage/update/updateInThread.ts'

serveUpdate()
