import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { startSandbox } from '../startSandbox.ts'
import { openSandbox } from '../testing.ts'

const fetchStatus = (address: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    request({ hostname, port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

test('each start creates a new key', async () => {
  const [first, second] = [await startSandbox(), await startSandbox()]
  expect(first.key).toMatch(/^1\|[\w-]{32}$/)
  expect(second.key).not.toBe(first.key)
  await Promise.all([first.close(), second.close()])
})

test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example'])(
  'a request with the host name %j gets 421, even with the right key',
  async (hostName) => {
    await using sandbox = await openSandbox()
    const { port } = new URL(sandbox.address)
    const headers = {
      authorization: `Bearer ${sandbox.key}`,
      'user-agent': 'test',
      host: `${hostName}:1`,
    }
    for (const path of ['/api/v1/client/models', '/__sandbox/ledger', '/results/x']) {
      expect(await fetchStatus(sandbox.address, path, headers)).toBe(421)
      expect(await fetchStatus(sandbox.address, path, { ...headers, host: `evil.example:${port}` })).toBe(421)
    }
    expect(
      await fetchStatus(sandbox.address, '/api/v1/client/models', { ...headers, host: `localhost:${port}` }),
    ).toBe(200)
  },
)

test('without the control option, /__sandbox/ responds with 404', async () => {
  await using sandbox = await openSandbox({ control: false })
  expect((await sandbox.get('/__sandbox/ledger')).status).toBe(404)
  expect((await sandbox.post('/__sandbox/faults', { faults: ['500'] })).status).toBe(404)
  expect((await sandbox.get('models')).status).toBe(200)
})

test('links to results work after a restart with another key', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'easel-sandbox-'))
  let path = ''
  {
    await using sandbox = await openSandbox({ stateFolder })
    const { result_url: link } = await sandbox.finish()
    const { pathname, search } = new URL(String(link))
    path = pathname + search
  }
  await using restarted = await openSandbox({ stateFolder })
  restarted.clock.advance(120_000)
  expect((await fetch(restarted.address + path)).status).toBe(200)
  expect(statSync(join(stateFolder, 'link-secret')).mode & 0o077).toBe(0)
  rmSync(stateFolder, { recursive: true })
})

test.each([
  ['a wrong key', '/api/v1/client/img-upscale', { authorization: 'Bearer wrong' }, 401],
  ['no endpoint', '/api/v1/client/nothing', {}, 404],
])('an upload with %s is rejected without keeping it in memory', async (_title, path, headers, status) => {
  await using sandbox = await openSandbox()
  const { hostname, port } = new URL(sandbox.address)
  const megabyte = Buffer.alloc(2 ** 20)
  const before = process.memoryUsage().arrayBuffers
  let peak = 0
  const upload = async (): Promise<number> => {
    const allHeaders = { authorization: `Bearer ${sandbox.key}`, 'user-agent': 'test', ...headers }
    const sent = request({ hostname, port, path, method: 'POST', headers: allHeaders })
    const received = new Promise<number>((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
    })
    const megabytes = function* () {
      for (let i = 0; i < 70; i++) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
        yield megabyte
      }
    }
    await pipeline(Readable.from(megabytes()), sent)
    return received
  }
  expect(await Promise.all(Array.from({ length: 8 }, upload))).toEqual(Array(8).fill(status))
  // 560 MB were sent. Discarded chunks stay until the next garbage collection.
  expect(peak).toBeLessThan(200 * 2 ** 20)
})
