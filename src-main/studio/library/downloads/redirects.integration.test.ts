import { describe, expect, it } from 'vitest'
import { downloadWorld, png, serve } from '../../testing/worlds/downloadWorld.ts'

describe('redirects', () => {
  const redirectTo = (location: string, status = 302) =>
    serve((response) => response.writeHead(status, { location }).end('moved'))

  it.each([301, 302, 303, 307, 308])('%d to another host or a relative URL is followed', async (status) => {
    const { get } = downloadWorld()
    const last = await serve((response, { url }) => {
      if (url === '/a') response.writeHead(status, { location: '../b?c' }).end()
      else response.end(png)
    })
    const first = await redirectTo(`${last.address.replace('127.0.0.1', 'localhost')}/a`, status)
    expect(await get(first.address)).toMatchObject({ kind: 'file' })
    expect(last.received.map(({ url }) => url)).toEqual(['/a', '/b?c'])
  })

  it.each([
    ['https://10.0.0.1/a', 'address'],
    ['https://169.254.169.254/latest/meta-data', 'address'],
    ['https://[fd00::1]/a', 'address'],
    ['http://192.168.0.1/a', 'not_https'],
    ['http://host.example/a', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['data:image/png;base64,AAAA', 'not_https'],
  ])('to %s are rejected', async (location, what) => {
    const { get, files } = downloadWorld()
    expect(await get((await redirectTo(location)).address)).toMatchObject({
      kind: 'refused',
      problem: { params: { what } },
    })
    expect(files()).toEqual([])
  })

  it('in a loop end after five', async () => {
    const { get } = downloadWorld()
    const server = await redirectTo('/again')
    expect(await get(server.address)).toMatchObject({
      kind: 'refused',
      problem: { params: { what: 'redirects' } },
    })
    expect(server.received).toHaveLength(6)
  })
})

it('loopback addresses and names are rejected if the service is on another host', async () => {
  const { get } = downloadWorld()
  const server = await serve((response) => response.end(png))
  const port = new URL(server.address).port
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await get(`https://${host}:${port}/`, { responseUrl: 'https://1.1.1.1/status' })).toMatchObject({
      kind: 'refused',
      problem: { params: { what: 'address' } },
    })
  }
  expect(server.received).toEqual([])
})

describe('previews', () => {
  it('are returned for small raster images only, by URL or `data:` URI', async () => {
    const { downloads, files } = downloadWorld()
    const server = await serve((response, { url }) => {
      if (url === '/ok') response.end(png)
      else if (url === '/svg') response.end('<svg onload="alert(1)"/>')
      else if (url === '/large') response.end(Buffer.concat([png, Buffer.alloc(3 << 20)]))
      else response.writeHead(404).end()
    })
    const preview = (url: string) => downloads.fetchPreview(url, 'http://127.0.0.1/')
    expect(await preview(`${server.address}/ok`)).toEqual({ mime: 'image/png', data: png })
    expect(await preview(`data:image/jpeg;base64,${png.toString('base64')}`)).toEqual({
      mime: 'image/png',
      data: png,
    })
    for (const path of ['svg', 'large', 'none']) expect(await preview(`${server.address}/${path}`)).toBeNull()
    expect(await preview('data:image/svg+xml,<svg/>')).toBeNull()
    expect(await preview('nonsense')).toBeNull()
    expect(files()).toEqual([])
  })
})
