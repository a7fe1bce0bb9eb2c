import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryLog } from '../../studio/testing/memoryLog.ts'
import { openHost, OWN_NAME, pathOf, type Answer, type OpenHost } from './testing/openHost.ts'

const refresh = vi.fn(async () => {})

let open: OpenHost

const call = (headers: Record<string, string>): Promise<Answer> =>
  open.send(
    'POST',
    '/api/call',
    { ...headers, 'Content-Type': 'application/json' },
    '{"route":"models.refresh"}',
  )

describe('the way into the browser host', () => {
  beforeEach(async () => {
    refresh.mockClear()
    const media = { find: async () => null, saveThumb: async () => {} }
    const inputs = { take: () => Promise.reject(new Error('not here')) }
    const handlers = { 'models.refresh': refresh }
    const log = memoryLog()
    open = await openHost({ handlers, media, inputs, onEvent: () => () => {}, files: new Map(), log })
  })
  afterEach(() => open.host.close())

  const enter = (address: string, Host = open.plain): Promise<Answer> =>
    open.send('GET', pathOf(address), { Host })

  it('leads from an address with a code to our own name, where a new code becomes a cookie no script can read', async () => {
    const lead = await enter(open.entrance.issue())
    expect(lead.status).toBe(200)
    expect(lead.headers['set-cookie']).toBeUndefined()
    expect(lead.headers['content-security-policy']).toContain(`connect-src http://${open.own};`)
    const code = /"code":"([\w-]+)"/.exec(lead.text)?.[1]
    const entered = await open.send('GET', `/?code=${code}`, { Host: open.own })
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^easel-${open.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`)),
    ])
    expect(entered.headers['set-cookie']?.[0]).not.toContain(code)
  })

  it('takes each code once', async () => {
    const address = open.entrance.issue()
    expect((await enter(address)).status).toBe(200)
    expect((await enter(address)).status).toBe(403)
    const lead = await enter(open.entrance.issue())
    const path = `/?code=${/"code":"([\w-]+)"/.exec(lead.text)?.[1]}`
    expect((await open.send('GET', path, { Host: open.own })).status).toBe(200)
    const again = await open.send('GET', path, { Host: open.own })
    expect(again.status).toBe(403)
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('takes no code after a minute', async () => {
    const address = open.entrance.issue()
    await open.clock.advance(60_000)
    const answer = await enter(address)
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain('"code"')
  })

  it.each(['', 'wrong', 'a'.repeat(43)])('gives nothing for the code %j', async (code) => {
    for (const Host of [open.plain, open.own]) {
      const answer = await open.send('GET', `/?code=${code}`, { Host })
      expect(answer.status).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.text).not.toContain(OWN_NAME)
    }
  })

  it('keeps a good code for the right host when it comes under a foreign name', async () => {
    const address = open.entrance.issue()
    const stolen = await enter(address, `evil.example:${open.port}`)
    expect(stolen.status).toBe(403)
    expect(stolen.text).not.toContain('"code"')
    expect((await enter(address)).status).toBe(200)
  })

  it.each(['/', '/assets/index-abc.js', '/media/asset/a1', '/favicon.ico', '/nowhere'])(
    'shows nothing at %s without the cookie',
    async (path) => {
      for (const Host of [open.plain, open.own]) {
        const answer = await open.send('GET', path, { Host })
        expect(answer.status).toBe(403)
        expect(answer.text).toContain('A new one is in the terminal')
      }
    },
  )

  it('shows a new address when the page is asked for without a session, and no second while that one works', async () => {
    await open.send('GET', '/', { Host: open.plain })
    await open.send('GET', '/', { Host: open.plain })
    expect(open.shown).toHaveLength(1)
    expect((await enter(open.shown[0] ?? '')).status).toBe(200)
    await open.send('GET', '/', { Host: open.own })
    expect(open.shown).toHaveLength(2)
  })

  it('shows no address for what another site asks for, and for nothing but the page', async () => {
    await open.send('GET', '/', { Host: open.plain, 'Sec-Fetch-Site': 'cross-site' })
    await open.send('GET', '/', { Host: `evil.example:${open.port}` })
    await open.send('GET', '/media/asset/a1', { Host: open.plain })
    expect(open.shown).toEqual([])
  })

  it('proves itself at our own name alone, to its own page at 127.0.0.1', async () => {
    const lead = await enter(open.entrance.issue())
    const proof = /"proof":"([\w-]+)"/.exec(lead.text)?.[1]
    const reached = await open.send('GET', '/reach', { Host: open.own })
    expect(reached.text.trim()).toBe(proof)
    expect(reached.headers['access-control-allow-origin']).toBe(`http://${open.plain}`)
    expect((await open.send('GET', '/reach', { Host: open.plain })).status).toBe(403)
  })

  it('gives a browser that can not reach our name a session of 127.0.0.1, which opens nothing at our name', async () => {
    const plain = await open.signIn('plain')
    const own = await open.headers()
    const page = { Host: open.plain, Origin: `http://${open.plain}`, Cookie: plain }
    expect((await call(page)).status).toBe(200)
    expect((await call(own)).status).toBe(200)
    expect((await call({ ...own, Cookie: plain })).status).toBe(403)
    expect((await call({ ...page, Cookie: own['Cookie'] ?? '' })).status).toBe(403)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('listens on both loopback addresses, so that nobody else can be found under our name', async () => {
    const probe = createServer()
    const refused = once(probe, 'error')
    probe.listen(open.port, '::1', () => probe.close())
    const [error]: { code?: string }[] = await refused
    expect(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(error?.code)
  })
})
