import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Log, SandboxService } from '../../../studio/world.ts'

/** The message of the worker once the service accepts requests. */
const readySchema = z.object({ address: z.url(), key: z.string().min(1) })
type SandboxAccess = z.infer<typeof readySchema>

/** Maximum wait for the service to exit by itself; then it is terminated. */
const MAX_CLOSE_MS = 2_000

/** Runs the built-in sandbox service in its own thread. It starts at the first call, and at the first call after a crash. */
export class SandboxWorker implements SandboxService {
  readonly #entry: URL
  readonly #stateFolder: string
  readonly #log: Log
  #worker: Worker | null = null
  #starting: Promise<SandboxAccess> | null = null

  constructor(entry: URL, stateFolder: string, log: Log) {
    this.#entry = entry
    this.#stateFolder = stateFolder
    this.#log = log
  }

  /** The address and key of the running sandbox. Rejects if it can't start; the next call retries. */
  start(): Promise<SandboxAccess> {
    if (this.#starting) return this.#starting
    const starting = this.#launch()
    this.#starting = starting
    // Also covers a thread that couldn't be created and so reports no exit.
    starting.catch(() => this.#starting === starting && (this.#starting = null))
    return starting
  }

  /** Stops the service; terminates it if it doesn't exit. */
  async stop(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    this.#forget(worker)
    const timeout = setTimeout(() => void worker.terminate(), MAX_CLOSE_MS)
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close', [])
    await exited
    clearTimeout(timeout)
  }

  #launch(): Promise<SandboxAccess> {
    return new Promise<SandboxAccess>((resolve, reject) => {
      const worker = new Worker(this.#entry, { workerData: { stateFolder: this.#stateFolder, port: 0 } })
      this.#worker = worker
      worker.on('message', (message: unknown) => {
        const ready = readySchema.safeParse(message)
        if (ready.success) resolve(ready.data)
      })
      worker.on('error', (error) => {
        this.#log.error('The sandbox service stopped', { error })
        // Before the promise rejects, so that an immediate next call starts a new worker.
        this.#forget(worker)
        reject(error)
      })
      worker.on('exit', (code) => {
        this.#forget(worker)
        reject(new Error(`The sandbox service ended with code ${code}`))
      })
    })
  }

  #forget(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#starting = null
  }
}
