import { parentPort } from 'node:worker_threads'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { tasks } from './tasks.ts'
import type { TaskResult } from '../storage/workers/WorkerPool.ts'

/** Entry of the studio's worker threads: runs the named task and returns its result. */
parentPort?.on('message', ({ name, input }: { name: keyof typeof tasks; input: never }) => {
  void run(name, input).then((result) => parentPort?.postMessage(result, []))
})

async function run(name: keyof typeof tasks, input: never): Promise<TaskResult> {
  try {
    return { value: await tasks[name](input) }
  } catch (error) {
    return error instanceof StudioError ? { problem: error.problem } : { error: String(error) }
  }
}
