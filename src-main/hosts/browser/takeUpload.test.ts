import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StudioError } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../studio/Studio.ts'
import { openHost, type OpenHost } from './testing/openHost.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const taken = vi.fn<(bytes: string, about: object) => Asset>()

/** So many bytes are taken; the one after that is refused. */
let most = Infinity

/** Reads the upload to its end, or until it is refused, and hands what came to `taken`. */
const take: Studio['inputs']['take'] = async (source, about) => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of 'stream' in source ? source.stream : []) {
    bytes += part.length
    if (bytes > most) throw new StudioError({ code: 'input_too_large', money: 'none' })
    parts.push(part)
  }
  return taken(Buffer.concat(parts).toString('utf8'), about)
}

let open: OpenHost
let session: Record<string, string>

const upload = (query: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://${open.plain}/media/input${query}`, {
    method: 'POST',
    headers: { ...session, 'Content-Type': 'application/octet-stream', ...headers },
    body,
  })

describe('an upload', () => {
  beforeEach(async () => {
    vi.clearAllMocks()
    most = Infinity
    const media = { find: async () => null, saveThumb: async () => {} }
    const studio = { handlers: {}, media, inputs: { take }, onEvent: () => () => {}, files: new Map(), log }
    open = await openHost(studio)
    // Node's fetch sets the Host header itself.
    session = { Origin: `http://${open.plain}`, Cookie: await open.signIn('plain') }
  })

  afterEach(() => open.host.close())

  it('comes in byte for byte, with its name and what it was taken from', async () => {
    const body = 'x'.repeat(3_000_000)
    await upload('?name=My%20cat%20%26%20%E7%8C%AB.png&source=a1', body)
    expect(taken).toHaveBeenCalledWith(body, { name: 'My cat & 猫.png', sourceId: 'a1' })
  })

  it('is answered with an envelope, also when it is refused', async () => {
    taken.mockImplementationOnce(() => {
      throw new StudioError({ code: 'input_empty', money: 'none' })
    })
    const answer = await upload('?name=a', '')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: false, error: { code: 'input_empty', money: 'none' } })
  })

  it('refused half-way is let in and dropped, so that the answer is heard and the connection goes on', async () => {
    most = 1000
    const answer = await upload('?name=a', 'x'.repeat(40_000_000))
    expect(answer.headers.get('connection')).not.toBe('close')
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'input_too_large' } })
    expect(taken).not.toHaveBeenCalled()
    await upload('?name=b', 'short')
    expect(taken).toHaveBeenCalledOnce()
  })

  it('larger than any is refused in words, and nothing of it is kept', { timeout: 120_000 }, async () => {
    const head = [
      'POST /media/input?name=a HTTP/1.1',
      `Host: ${open.plain}`,
      `Origin: http://${open.plain}`,
      `Cookie: ${session['Cookie']}`,
      'Content-Type: application/octet-stream',
      `Content-Length: ${2 ** 30 + 1}`,
    ]
    const socket = connect(open.port, '127.0.0.1')
    let heard = ''
    socket.on('data', (part: Buffer) => (heard += part.toString('utf8')))
    const megabyte = Buffer.alloc(2 ** 20)
    socket.write(`${head.join('\r\n')}\r\n\r\n.`)
    for (let sent = 0; sent < 1024; sent++)
      if (!socket.write(megabyte)) await new Promise((resolve) => socket.once('drain', resolve))
    await expect.poll(() => heard, { timeout: 30_000 }).toContain('input_too_large')
    expect(heard).toMatch(/^HTTP\/1\.1 200 /)
    expect(taken).not.toHaveBeenCalled()
    socket.destroy()
  })

  it('is taken from our own page alone, as plain bytes, and never by a path or a strange id', async () => {
    expect((await upload('?name=a', 'x', { Origin: 'http://evil.example' })).status).toBe(403)
    expect((await upload('?name=a', 'x', { Cookie: '' })).status).toBe(403)
    expect((await upload('?name=a', 'x', { 'Content-Type': 'text/plain' })).status).toBe(415)
    for (const query of ['', '?name=a&source=../../x', `?name=${'a'.repeat(5000)}`]) {
      expect(await (await upload(query, 'x')).text()).toContain('invalid_input')
    }
    expect(taken).not.toHaveBeenCalled()
  })
})
