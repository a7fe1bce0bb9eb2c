import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SandboxWorker } from './SandboxWorker.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
let folder: string
let sandbox: SandboxWorker

/** A real thread that reports how often its file was started, and dies when its address is fetched. */
const SERVICE = `
  import { createServer } from 'node:http'
  import { parentPort, workerData } from 'node:worker_threads'
  import { appendFileSync, readFileSync } from 'node:fs'
  import { join } from 'node:path'
  const starts = join(workerData.stateFolder, 'starts')
  appendFileSync(starts, '.')
  const server = createServer((_request, response) => response.end('bye', () => process.exit(3)))
  parentPort.on('message', (message) => {
    if (message !== 'close') return
    appendFileSync(join(workerData.stateFolder, 'closed'), '.')
    process.exit(0)
  })
  server.listen(workerData.port, '127.0.0.1', () =>
    parentPort.postMessage({
      address: 'http://127.0.0.1:' + server.address().port,
      key: 'start-' + readFileSync(starts, 'utf8').length,
    }))
`

async function serviceFrom(source: string): Promise<SandboxWorker> {
  const file = join(folder, 'service.mjs')
  await writeFile(file, source)
  return new SandboxWorker(pathToFileURL(file), folder, silent)
}

/**
 * The key of the service that replaces the one with this key. The crash is noticed with a delay, and a new thread may take seconds on a
 * loaded machine, so only the timeout of the test limits the wait.
 */
async function keyAfter(key: string): Promise<string> {
  for (;;) {
    const access = await sandbox.start()
    if (access.key !== key) return access.key
    await setTimeout(10)
  }
}

describe('SandboxWorker', () => {
  beforeEach(async () => {
    folder = temporaryFolder()
  })
  afterEach(() => sandbox.stop())

  it('starts one service for several calls', async () => {
    sandbox = await serviceFrom(SERVICE)
    const [first, second] = await Promise.all([sandbox.start(), sandbox.start()])
    expect(second).toEqual(first)
    expect(first.key).toBe('start-1')
  })

  it('starts a new service after the old one crashed', async () => {
    sandbox = await serviceFrom(SERVICE)
    const first = await sandbox.start()
    await fetch(first.address).then((response) => response.text())
    expect(await keyAfter(first.key)).toBe('start-2')
  }, 60_000)

  it('lets the service exit by itself when it is stopped', async () => {
    sandbox = await serviceFrom(SERVICE)
    await sandbox.start()
    await sandbox.stop()
    expect(await readFile(join(folder, 'closed'), 'utf8')).toBe('.')
  })

  it('rejects if the service cannot start, and retries at the next call', async () => {
    sandbox = await serviceFrom(`throw new Error('no room')`)
    await expect(sandbox.start()).rejects.toThrow('no room')
    await writeFile(join(folder, 'service.mjs'), `throw new Error('disk full')`)
    await expect(sandbox.start()).rejects.toThrow('disk full')
    await writeFile(join(folder, 'service.mjs'), SERVICE)
    expect((await sandbox.start()).key).toBe('start-1')
  })

  it('tries again at the next call if no thread could be created', async () => {
    // A worker can't be created from an https URL.
    sandbox = new SandboxWorker(new URL('https://example.com/'), folder, silent)
    const first = sandbox.start()
    await expect(first).rejects.toThrow(/scheme/i)
    const second = sandbox.start()
    expect(second).not.toBe(first)
    await expect(second).rejects.toThrow(/scheme/i)
  })
})
