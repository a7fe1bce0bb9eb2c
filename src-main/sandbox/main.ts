import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { helpText, readCommandLine } from './commandLine.ts'
import { isRecord } from './isRecord.ts'
import type { SandboxOptions } from './options.ts'
import { startSandbox } from './startSandbox.ts'

/*
 * As a program: `npm run sandbox -- --help` lists the options.
 * As a worker thread: takes options in `workerData`, posts `{ address, key }`, ends on the message 'close'.
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

/** If it can't start, the thread ends and its `Worker` emits `error`. */
async function runAsWorker(): Promise<void> {
  const port = parentPort
  if (!port) return
  const sandbox = await startSandbox(toOptions(workerData))
  port.on('message', (message: unknown) => {
    if (message !== 'close') return
    port.close()
    void sandbox.close()
  })
  port.postMessage({ address: sandbox.address, key: sandbox.key })
}

/** The host's options; anything but an object means the defaults. */
function toOptions(value: unknown): SandboxOptions {
  return isRecord(value) ? value : {}
}
