import { runUpdateWorker } from '../storage/update/updateInThread.ts'

runUpdateWorker()
