import { spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { z } from 'zod'

const entry = new URL('main.ts', import.meta.url)

const readySchema = z.object({ address: z.string(), key: z.string() })

async function nextEvent(from: EventEmitter, event: string): Promise<unknown> {
  return (await once(from, event))[0]
}

async function fetchModelsStatus(address: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'sandbox-test' }
  return (await fetch(`${address}/api/v1/client/models`, { headers })).status
}

test('as a program: prints address and key, serves requests, and exits with 0 on SIGTERM', async () => {
  const child = spawn(process.execPath, [fileURLToPath(entry), '--speed', '50', '--flavour', 'live'])
  const first = String(await nextEvent(child.stdout, 'data'))
  const [, address = '', key = ''] =
    /ready: (http:\/\/127\.0\.0\.1:\d+)\nKey: (1\|[\w-]{32})\n/.exec(first) ?? []
  expect(await fetchModelsStatus(address, key)).toBe(200)
  const headers = { authorization: `Bearer ${key}` }
  expect((await fetch(`${address}/__sandbox/ledger`, { headers })).status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('as a program: an invalid option prints one sentence and exits with 1', async () => {
  const child = spawn(process.execPath, [fileURLToPath(entry), '--fault', 'no-such'])
  const message = String(await nextEvent(child.stderr, 'data'))
  expect(message).toBe('No such fault: "no-such".\n')
  expect(await once(child, 'exit')).toEqual([1, null])
})

test('as a worker thread: posts its address, serves requests, and exits on `close`', async () => {
  const worker = new Worker(entry, { workerData: { speed: 50, key: 'of-the-test' } })
  const ready = readySchema.parse(await nextEvent(worker, 'message'))
  expect(ready).toEqual({ address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), key: 'of-the-test' })
  expect(await fetchModelsStatus(ready.address, ready.key)).toBe(200)
  // A sandbox started by a host does not expose its jobs and their prompts.
  const headers = { authorization: `Bearer ${ready.key}` }
  expect((await fetch(`${ready.address}/__sandbox/ledger`, { headers })).status).toBe(404)
  worker.postMessage('close', [])
  expect(await once(worker, 'exit')).toEqual([0])
})

test('as a worker thread: a port in use ends it with EADDRINUSE', async () => {
  const first = new Worker(entry, { workerData: {} })
  const { address } = readySchema.parse(await nextEvent(first, 'message'))
  const second = new Worker(entry, { workerData: { port: Number(new URL(address).port) } })
  expect(String(await nextEvent(second, 'error'))).toContain('EADDRINUSE')
  await first.terminate()
})
