import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryLog } from '../../../studio/testing/memoryLog.ts'
import { openHost, HOST_NAME, getPath, type ReceivedResponse, type OpenHost } from '../testing.ts'

const refresh = vi.fn(async () => {})

let open: OpenHost

describe('signing in to the browser host', () => {
  beforeEach(async () => {
    refresh.mockClear()
    const media = { find: async () => null, saveThumb: async () => {} }
    const inputs = { store: () => Promise.reject(new Error('not here')) }
    const handlers = { 'models.refresh': refresh }
    const log = memoryLog()
    open = await openHost({ handlers, media, inputs, onEvent: () => () => {}, files: new Map(), log })
  })
  afterEach(() => open.host.close())

  const visit = (address: string, Host = open.loopbackHost): Promise<ReceivedResponse> =>
    open.send('GET', getPath(address), { Host })

  it('redirects an address with a code to our own host name, where a new code is exchanged for an HttpOnly cookie', async () => {
    const redirectPage = await visit(open.accessControl.issueUrl())
    expect(redirectPage.status).toBe(200)
    expect(redirectPage.headers['set-cookie']).toBeUndefined()
    expect(redirectPage.headers['content-security-policy']).toContain(`connect-src http://${open.ownHost};`)
    const code = /"code":"([\w-]+)"/.exec(redirectPage.text)?.[1]
    const signInResponse = await open.send('GET', `/?code=${code}`, { Host: open.ownHost })
    expect(signInResponse.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^easel-${open.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`)),
    ])
    expect(signInResponse.headers['set-cookie']?.[0]).not.toContain(code)
  })

  it('accepts each code once', async () => {
    const address = open.accessControl.issueUrl()
    expect((await visit(address)).status).toBe(200)
    expect((await visit(address)).status).toBe(403)
    const redirectPage = await visit(open.accessControl.issueUrl())
    const path = `/?code=${/"code":"([\w-]+)"/.exec(redirectPage.text)?.[1]}`
    expect((await open.send('GET', path, { Host: open.ownHost })).status).toBe(200)
    const again = await open.send('GET', path, { Host: open.ownHost })
    expect(again.status).toBe(403)
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('accepts no code after a minute', async () => {
    const address = open.accessControl.issueUrl()
    await open.clock.advance(60_000)
    const response = await visit(address)
    expect(response.status).toBe(403)
    expect(response.text).not.toContain('"code"')
  })

  it.each(['', 'wrong', 'a'.repeat(43)])('responds with 403 and no cookie to the code %j', async (code) => {
    for (const Host of [open.loopbackHost, open.ownHost]) {
      const response = await open.send('GET', `/?code=${code}`, { Host })
      expect(response.status).toBe(403)
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(response.text).not.toContain(HOST_NAME)
    }
  })

  it('does not use up a valid code that is sent to a foreign host name', async () => {
    const address = open.accessControl.issueUrl()
    const foreign = await visit(address, `evil.example:${open.port}`)
    expect(foreign.status).toBe(403)
    expect(foreign.text).not.toContain('"code"')
    expect((await visit(address)).status).toBe(200)
  })

  it.each(['/', '/assets/index-abc.js', '/media/asset/a1', '/favicon.ico', '/nowhere'])(
    'responds with 403 at %s without the cookie',
    async (path) => {
      for (const Host of [open.loopbackHost, open.ownHost]) {
        const response = await open.send('GET', path, { Host })
        expect(response.status).toBe(403)
        expect(response.text).toContain('Open the new link in the terminal')
      }
    },
  )

  it('shows a new address when the page is requested without a session, but only one at a time', async () => {
    await open.send('GET', '/', { Host: open.loopbackHost })
    await open.send('GET', '/', { Host: open.loopbackHost })
    expect(open.shownUrls).toHaveLength(1)
    expect((await visit(open.shownUrls[0] ?? '')).status).toBe(200)
    await open.send('GET', '/', { Host: open.ownHost })
    expect(open.shownUrls).toHaveLength(2)
  })

  it('shows no address for a request from another site, nor for anything but the page', async () => {
    await open.send('GET', '/', { Host: open.loopbackHost, 'Sec-Fetch-Site': 'cross-site' })
    await open.send('GET', '/', { Host: `evil.example:${open.port}` })
    await open.send('GET', '/media/asset/a1', { Host: open.loopbackHost })
    expect(open.shownUrls).toEqual([])
  })

  it('returns its identity token only at our own host name, and only to its own page at 127.0.0.1', async () => {
    const redirectPage = await visit(open.accessControl.issueUrl())
    const token = /"token":"([\w-]+)"/.exec(redirectPage.text)?.[1]
    const tokenResponse = await open.send('GET', '/reach', { Host: open.ownHost })
    expect(tokenResponse.text.trim()).toBe(token)
    expect(tokenResponse.headers['access-control-allow-origin']).toBe(`http://${open.loopbackHost}`)
    expect((await open.send('GET', '/reach', { Host: open.loopbackHost })).status).toBe(403)
  })

  it("gives a browser that can't reach our host name a session at 127.0.0.1, which is not valid at our host name", async () => {
    const loopbackCookie = await open.signIn('loopback')
    const own = await open.headers()
    const page = { Host: open.loopbackHost, Origin: `http://${open.loopbackHost}`, Cookie: loopbackCookie }
    for (const headers of [page, own]) await (await open.connect(headers)).call('models.refresh')
    await expect(open.connect({ ...own, Cookie: loopbackCookie })).rejects.toThrow('403')
    await expect(open.connect({ ...page, Cookie: own['Cookie'] ?? '' })).rejects.toThrow('403')
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('listens on both loopback addresses, so that no other server can be reached by our host name', async () => {
    const probe = createServer()
    const refused = once(probe, 'error')
    probe.listen(open.port, '::1', () => probe.close())
    const [error]: { code?: string }[] = await refused
    expect(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(error?.code)
  })
})
