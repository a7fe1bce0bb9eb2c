import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { helpText, readCommandLine } from './commandLine.ts'
import { isRecord } from './isRecord.ts'
import type { SandboxOptions } from './options.ts'
import { startSandbox } from './startSandbox.ts'

/*
 * The sandbox by itself: `npm run sandbox -- --help` says what it can do.
 * As a worker thread: options come in `workerData`, `{ address, key }` goes out, the message 'close' ends it.
 */
if (isMainThread) await runAsProgram()
else await runAsWorker()

async function runAsProgram(): Promise<void> {
  try {
    const options = readCommandLine(process.argv.slice(2))
    if (options === 'help') {
      console.log(helpText())
      return
    }
    const sandbox = await startSandbox({ ...options, control: true })
    console.log(`The sandbox is ready: ${sandbox.address}\nKey: ${sandbox.key}`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void sandbox.close())
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

/** Failing to start ends the thread with the error, which its owner hears. */
async function runAsWorker(): Promise<void> {
  const port = parentPort
  if (!port) return
  const sandbox = await startSandbox(optionsOf(workerData))
  port.on('message', (message: unknown) => {
    if (message !== 'close') return
    port.close()
    void sandbox.close()
  })
  port.postMessage({ address: sandbox.address, key: sandbox.key })
}

/** What a host hands over is its own, typed there; anything else means the defaults. */
function optionsOf(given: unknown): SandboxOptions {
  return isRecord(given) ? given : {}
}
