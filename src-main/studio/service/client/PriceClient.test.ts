import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import type { Exchange, WireRequest, PriceRequest } from '../http/Exchange.ts'
import { PriceClient } from './PriceClient.ts'

const jsonResponse = (status: number, json: unknown = {}): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: JSON.stringify(json),
  json,
})
const priced = jsonResponse(200, { data: { price: 0.01 } })
const refused = (...names: string[]) =>
  jsonResponse(422, { errors: Object.fromEntries(names.map((name) => [name, [`${name} is required`]])) })

/** A price client for a service that is a function of the request. */
function openClient(service: (request: WireRequest) => Exchange) {
  const sent: WireRequest[] = []
  const failed: string[] = []
  const client = new PriceClient({
    connections: {
      getAccess: (connectionId) =>
        Promise.resolve({ connectionId, address: 'https://service.example', key: 'k' }),
    },
    post: (access, request, _, isUnderstood) => {
      sent.push(request)
      const exchange = service(request)
      if (isUnderstood(exchange) === false) failed.push(access.connectionId)
      return Promise.resolve({ exchange, heldUntil: null })
    },
  })
  const fetchPrice = (request: PriceRequest, connection = 'c') =>
    client.fetchPrice(connection, request).then(({ exchange }) => exchange)
  return { fetchPrice, client, sent, failed }
}

const file = (path: string) => ({ field: 'image', path, fileName: 'image.png', mime: 'image/png' })
const measured = (path = '/a.png'): PriceRequest => ({
  path: 'img-rmbg/price-calculation',
  encoding: 'json',
  text: '{"model":"m","width":640,"height":480,"level":2}',
  onDemand: [
    { names: ['image', 'images'], replacedFields: ['width', 'height'], addedFields: {}, files: [file(path)] },
  ],
})
const replace: PriceRequest = {
  path: 'videos/replace/price',
  fallbackPath: 'videos/replace/price-calculation',
  encoding: 'json',
  text: '{"model":"m"}',
}

test('uses the path of the specification after a 404 and remembers it per connection', async () => {
  const { fetchPrice, client, sent, failed } = openClient(({ path }) =>
    path === replace.path ? jsonResponse(404) : priced,
  )
  expect(await fetchPrice(replace)).toBe(priced)
  expect(await fetchPrice(replace)).toBe(priced)
  expect(sent.map(({ path }) => path)).toEqual([replace.path, replace.fallbackPath, replace.fallbackPath])
  await fetchPrice(replace, 'another')
  client.forget('c')
  await fetchPrice(replace)
  expect(sent.slice(3).map(({ path }) => path)).toEqual([
    replace.path,
    replace.fallbackPath,
    replace.path,
    replace.fallbackPath,
  ])
  expect(failed).toEqual([])
})

test('returns to the first path when the other one stops working', async () => {
  let workingPath = replace.fallbackPath
  const { fetchPrice, sent } = openClient(({ path }) => (path === workingPath ? priced : jsonResponse(404)))
  await fetchPrice(replace)
  workingPath = replace.path
  expect(await fetchPrice(replace)).toBe(priced)
  expect(sent).toHaveLength(4)
})

test('tries both paths once and returns the 404 if neither exists', async () => {
  const { fetchPrice, sent } = openClient(() => jsonResponse(404))
  expect(await fetchPrice(replace)).toMatchObject({ status: 404 })
  expect(sent).toHaveLength(2)
})

test('sends a file instead of its measurements after a rejection names it, and immediately from then on', async () => {
  const { fetchPrice, sent } = openClient((request) =>
    request.encoding === 'multipart' ? priced : refused('images.0'),
  )
  expect(await fetchPrice(measured())).toBe(priced)
  expect(sent).toEqual([
    { path: measured().path, encoding: 'json', text: measured().text },
    {
      path: measured().path,
      encoding: 'multipart',
      text: '{"model":"m","level":2}',
      files: [file('/a.png')],
    },
  ])
  await fetchPrice(measured('/b.png'))
  expect(sent).toHaveLength(3)
  expect(sent[2]).toMatchObject({ files: [{ path: '/b.png' }] })
})

test('does not upload a rejected file for a price again', async () => {
  const { fetchPrice, sent } = openClient(() => refused('image'))
  expect(await fetchPrice(measured())).toMatchObject({ status: 422 })
  expect(await fetchPrice(measured())).toMatchObject({ status: 422 })
  expect(sent.map(({ encoding }) => encoding)).toEqual(['json', 'multipart', 'json'])
})

test('does not upload a rejected file for a price again, even if the path is known to require files', async () => {
  const { fetchPrice, sent } = openClient((request) =>
    request.encoding === 'multipart' && request.files[0]?.path === '/a.png' ? priced : refused('image'),
  )
  expect(await fetchPrice(measured('/a.png'))).toBe(priced)
  expect(await fetchPrice(measured('/b.png'))).toMatchObject({ status: 422 })
  expect(await fetchPrice(measured('/b.png'))).toMatchObject({ status: 422 })
  expect(await fetchPrice(measured('/a.png'))).toBe(priced)
  expect(sent.map(({ encoding }) => encoding)).toEqual([
    'json',
    'multipart',
    'multipart',
    'json',
    'multipart',
  ])
})

test('uploads a rejected file again on another connection, and once the address or key has changed', async () => {
  const { fetchPrice, client, sent } = openClient(() => refused('image'))
  await fetchPrice(measured())
  await fetchPrice(measured(), 'another')
  expect(sent.map(({ encoding }) => encoding)).toEqual(['json', 'multipart', 'json', 'multipart'])
  client.forget('c')
  await fetchPrice(measured())
  await fetchPrice(measured(), 'another')
  expect(sent.slice(4).map(({ encoding }) => encoding)).toEqual(['json', 'multipart', 'json'])
})

test.each<[string, Exchange]>([
  ['a rejection', refused('image')],
  ['a rejection of its size', jsonResponse(413)],
  ['a price', priced],
])('remembers nothing of %s that arrives after the address or key has changed', async (_, response) => {
  const { fetchPrice, client, sent } = openClient(({ encoding }) => {
    if (encoding === 'json') return refused('image')
    client.forget('c')
    return response
  })
  await fetchPrice(measured())
  await fetchPrice(measured())
  expect(sent.map(({ encoding }) => encoding)).toEqual(['json', 'multipart', 'json', 'multipart'])
})

test('does not upload a file again that is too large, without counting it as a failure of other requests', async () => {
  const { fetchPrice, client, sent, failed } = openClient(({ encoding }) =>
    encoding === 'multipart' ? jsonResponse(413) : refused('image'),
  )
  expect(await fetchPrice(measured())).toMatchObject({ status: 413 })
  expect(
    await fetchPrice({ ...measured(), text: '{"model":"m","width":640,"height":480,"level":3}' }),
  ).toMatchObject({
    status: 413,
  })
  expect(sent.filter(({ encoding }) => encoding === 'multipart')).toHaveLength(1)
  expect(failed).toEqual([])
  await fetchPrice(measured('/b.png'))
  expect(sent.filter(({ encoding }) => encoding === 'multipart')).toHaveLength(2)
  client.forget('c')
  await fetchPrice(measured())
  expect(sent.filter(({ encoding }) => encoding === 'multipart')).toHaveLength(3)
})

test('does not send a file over the size limit for price uploads, but one of exactly that size', async () => {
  const path = join(temporaryFolder(), 'huge.png')
  await writeFile(path, '')
  await truncate(path, 256 * 1024 * 1024 + 1)
  const { fetchPrice, sent } = openClient(() => refused('image'))
  expect(await fetchPrice(measured(path))).toMatchObject({ status: 413 })
  expect(sent.map(({ encoding }) => encoding)).toEqual(['json'])
  await truncate(path, 256 * 1024 * 1024)
  await fetchPrice(measured(path))
  expect(sent.map(({ encoding }) => encoding)).toEqual(['json', 'json', 'multipart'])
})

test('sends a count instead of the text if the service requires the count', async () => {
  const speech: PriceRequest = {
    path: 'txt2audio/price-calculation',
    encoding: 'json',
    text: '{"model":"m","text":"Hello","speed":1}',
    onDemand: [
      { names: ['count_text'], replacedFields: ['text'], addedFields: { count_text: 5 }, files: [] },
    ],
  }
  const { fetchPrice, sent } = openClient(({ text }) =>
    text.includes('count_text') ? priced : refused('count_text'),
  )
  expect(await fetchPrice(speech)).toBe(priced)
  expect(sent[1]).toEqual({
    path: speech.path,
    encoding: 'json',
    text: '{"model":"m","speed":1,"count_text":5}',
  })
})

test.each([
  ['names something else', refused('prompt')],
  ['names nothing', jsonResponse(422, { message: 'no' })],
  ['is a limit', jsonResponse(429)],
  ['is a server error', jsonResponse(500)],
  ['is lost', { kind: 'fault', sent: true, cause: 'reset', detail: '' } as const],
])('returns a rejection that %s without another request', async (_, exchange) => {
  const { fetchPrice, sent } = openClient(() => exchange)
  expect(await fetchPrice({ ...measured(), fallbackPath: 'x/price-calculation' })).toBe(exchange)
  expect(sent).toHaveLength(1)
})
