import { makeProblem } from '../../../src-preload/testing/makeProblem.ts'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../studio/Studio.ts'
import { openHost, type OpenHost } from './testing.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const received = vi.fn<(bytes: string, about: object) => Asset>()

/** Uploads with more bytes are rejected. */
let maxBytes = Infinity

/** Reads the upload until its end or the maximum, and passes its content to `received`. */
const storeUpload: Studio['inputs']['store'] = async (source, about) => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of 'stream' in source ? source.stream : []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new StudioError(makeProblem('input_too_large'))
    chunks.push(chunk)
  }
  return received(Buffer.concat(chunks).toString('utf8'), about)
}

let open: OpenHost
let session: Record<string, string>

const upload = (query: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://${open.loopbackHost}/media/input${query}`, {
    method: 'POST',
    headers: { ...session, 'Content-Type': 'application/octet-stream', ...headers },
    body,
  })

describe('an upload', () => {
  beforeEach(async () => {
    vi.clearAllMocks()
    maxBytes = Infinity
    const media = { find: async () => null, saveThumb: async () => {} }
    const studio = {
      handlers: {},
      media,
      inputs: { store: storeUpload },
      onEvent: () => () => {},
      files: new Map(),
      log,
    }
    open = await openHost(studio)
    // Node's fetch sets the Host header itself.
    session = { Origin: `http://${open.loopbackHost}`, Cookie: await open.signIn('loopback') }
  })

  afterEach(() => open.host.close())

  it('is received byte for byte, with its name and source', async () => {
    const body = 'x'.repeat(3_000_000)
    await upload('?name=My%20cat%20%26%20%E7%8C%AB.png&source=a1', body)
    expect(received).toHaveBeenCalledWith(body, { name: 'My cat & 猫.png', sourceId: 'a1' })
  })

  it('gets an envelope in response, even if it is rejected', async () => {
    received.mockImplementationOnce(() => {
      throw new StudioError({ code: 'input_empty', money: 'none' })
    })
    const response = await upload('?name=a', '')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ok: false, error: { code: 'input_empty', money: 'none' } })
  })

  it('rejected halfway is read and discarded, so that the response arrives and the connection stays open', async () => {
    maxBytes = 1000
    const response = await upload('?name=a', 'x'.repeat(40_000_000))
    expect(response.headers.get('connection')).not.toBe('close')
    expect(await response.json()).toMatchObject({ ok: false, error: { code: 'input_too_large' } })
    expect(received).not.toHaveBeenCalled()
    await upload('?name=b', 'short')
    expect(received).toHaveBeenCalledOnce()
  })

  it('above the maximum size gets an error, and nothing of it is stored', { timeout: 120_000 }, async () => {
    const head = [
      'POST /media/input?name=a HTTP/1.1',
      `Host: ${open.loopbackHost}`,
      `Origin: http://${open.loopbackHost}`,
      `Cookie: ${session['Cookie']}`,
      'Content-Type: application/octet-stream',
      `Content-Length: ${2 ** 30 + 1}`,
    ]
    const socket = connect(open.port, '127.0.0.1')
    let response = ''
    socket.on('data', (chunk: Buffer) => (response += chunk.toString('utf8')))
    const megabyte = Buffer.alloc(2 ** 20)
    socket.write(`${head.join('\r\n')}\r\n\r\n.`)
    for (let sent = 0; sent < 1024; sent++)
      if (!socket.write(megabyte)) await new Promise((resolve) => socket.once('drain', resolve))
    await expect.poll(() => response).toContain('input_too_large')
    expect(response).toMatch(/^HTTP\/1\.1 200 /)
    expect(received).not.toHaveBeenCalled()
    socket.destroy()
  })

  it('is accepted only from our own page, as application/octet-stream, and with a valid name and source id', async () => {
    expect((await upload('?name=a', 'x', { Origin: 'http://evil.example' })).status).toBe(403)
    expect((await upload('?name=a', 'x', { Cookie: '' })).status).toBe(403)
    expect((await upload('?name=a', 'x', { 'Content-Type': 'text/plain' })).status).toBe(415)
    for (const query of ['', '?name=a&source=../../x', `?name=${'a'.repeat(5000)}`]) {
      expect(await (await upload(query, 'x')).text()).toContain('invalid_input')
    }
    expect(received).not.toHaveBeenCalled()
  })
})
