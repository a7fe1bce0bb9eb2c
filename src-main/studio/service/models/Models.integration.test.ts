import type { ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { ServiceClient } from '../client/ServiceClient.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { type HttpServer, sendJson, startHttp } from '../../testing/servers/startHttp.ts'
import { Models } from './Models.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const dispatcher = new Agent()
const client = new ServiceClient({ dispatcher, userAgent: 'Easel/1', log: memoryLog() })
afterAll(() => dispatcher.close())

const model = (slug: string, types = ['txt2img']) => ({
  slug,
  name: slug.toUpperCase(),
  inference_types: types,
  info: [],
})
type Page = (number: number, response: ServerResponse) => void

/** Pages in the format of the live service. */
const pages = (...lists: unknown[][]): Page => {
  return (number, response) =>
    sendJson(response, 200, {
      data: lists[number - 1] ?? [],
      meta: { current_page: number, last_page: lists.length, per_page: 50 },
    })
}

const setUp = () => {
  const database = migratedDatabase()
  database.exec(`INSERT INTO connections VALUES ('c', 'C', 'https://c.example', 'remote', 1)`)
  const logged: string[] = []
  const note = (message: string, facts?: object) => void logged.push(message + JSON.stringify(facts ?? {}))
  return { database, clock: fakeClock(), log: { info: note, warn: note, error: note }, logged, events: 0 }
}
let world = setUp()
beforeEach(() => {
  world = setUp()
})

const open = (access: () => Promise<string>) =>
  new Models({
    ...world,
    emit: () => world.events++,
    connections: { getAccess: async (connectionId) => ({ connectionId, address: await access(), key: 'k' }) },
    client,
  })
const serve = async (first: Page) => {
  const service = { page: first }
  const server: HttpServer = await startHttp((request, response) => {
    const number = new URL(request.url, 'http://x').searchParams.get('page')
    service.page(Number(number), response)
  })
  return {
    service,
    server,
    models: open(async () => server.address),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
const slugs = (models: Models, connection = 'c') =>
  models.list(connection, ['txt2img']).map(({ slug }) => slug)
const delisted = (models: Models) =>
  models.list('c', ['txt2img']).flatMap((one) => (one.isDelisted ? [one.slug] : []))

describe('a refresh', () => {
  it('fetches all pages and sends the page size as `per_page` and as `limit`', async () => {
    await using served = await serve(pages([model('a'), model('b')], [model('c')], [model('d')]))

    await served.models.refresh('c')

    expect(slugs(served.models)).toEqual(['a', 'b', 'c', 'd'])
    expect(served.server.received.map(({ url }) => url)).toEqual(
      [1, 2, 3].map((page) => `/api/v1/client/models?per_page=100&limit=50&page=${page}`),
    )
    expect(served.models.getState('c')).toEqual({
      refreshedAt: world.clock.now(),
      refreshing: false,
      problem: null,
    })
  })

  it('keeps the first of two models with the same slug and leaves out unreadable ones', async () => {
    const again = { ...model('a'), name: 'Another' }
    await using served = await serve(pages([model('a'), { name: 'no slug' }, 7], [again, model('b')]))

    await served.models.refresh('c')

    expect(slugs(served.models)).toEqual(['a', 'b'])
    expect(served.models.find('c', 'a')?.name).toBe('A')
    expect(world.logged.join('\n')).toContain('"dropped":2')
  })

  it('runs once for concurrent calls and reports that it is running', async () => {
    await using served = await serve(pages([model('a')]))

    const both = [served.models.refresh('c'), served.models.refresh('c')]
    expect(served.models.getState('c').refreshing).toBe(true)
    await Promise.all(both)

    expect(served.server.received).toHaveLength(1)
    expect(served.models.getState('c').refreshing).toBe(false)
    expect(world.events).toBe(2)
  })

  it('stops when pages repeat and then marks nothing as delisted', async () => {
    await using served = await serve(pages([model('a'), model('z')]))
    await served.models.refresh('c')
    served.service.page = (_, response) =>
      sendJson(response, 200, { data: [model('a')], meta: { current_page: 1, last_page: 1_000_000 } })

    await served.models.refresh('c')

    expect(served.server.received).toHaveLength(3)
    expect(slugs(served.models)).toEqual(['a', 'z'])
    expect(delisted(served.models)).toEqual([])
    expect(served.models.getState('c').problem?.code).toBe('service_unreadable')
  })

  it('fetches the next page from the service’s own address while `links.next` is set, if no page numbers are stated', async () => {
    await using served = await serve((number, response) => {
      const links = { next: number === 1 ? 'https://elsewhere.example/steal?page=2' : null }
      sendJson(response, 200, { data: [model(`m${number}`)], links })
    })

    await served.models.refresh('c')

    expect(slugs(served.models)).toEqual(['m1', 'm2'])
    expect(served.models.getState('c').problem).toBeNull()
  })

  it('stops at the page limit if every page links to another', async () => {
    await using served = await serve((number, response) =>
      sendJson(response, 200, { data: [model(`m${number}`)], links: { next: 'https://x.example/' } }),
    )

    await served.models.refresh('c')

    expect(served.server.received).toHaveLength(200)
    expect(served.models.getState('c').problem?.code).toBe('service_unreadable')
  })
})

describe('a saved list', () => {
  it('is available after a restart without the service', async () => {
    await using served = await serve(pages([model('b'), model('a')]))
    await served.models.refresh('c')

    const restarted = open(() => Promise.reject(new Error('no network')))

    expect(slugs(restarted)).toEqual(['b', 'a'])
    expect(restarted.getState('c')).toEqual({
      refreshedAt: world.clock.now(),
      refreshing: false,
      problem: null,
    })
  })

  it('keeps an unlisted model as delisted until it is listed again', async () => {
    await using served = await serve(pages([model('a'), model('b'), model('c')]))
    await served.models.refresh('c')
    served.service.page = pages([model('b'), model('c')])
    await served.models.refresh('c')

    for (const models of [served.models, open(async () => '')]) {
      expect(slugs(models)).toEqual(['b', 'c', 'a'])
      expect(delisted(models)).toEqual(['a'])
      expect(models.find('c', 'a')).toMatchObject({ slug: 'a', isDelisted: true })
      expect(models.countByType('c')).toEqual(new Map([['txt2img', 2]]))
    }

    served.service.page = pages([model('a'), model('b')])
    await served.models.refresh('c')
    for (const models of [served.models, open(async () => '')]) {
      expect(slugs(models)).toEqual(['a', 'b', 'c'])
      expect(delisted(models)).toEqual(['c'])
    }
  })

  it.each<[string, Page, string]>([
    ['a page of HTML', (_, response) => response.writeHead(200).end('<!doctype html>'), 'service_sign_in'],
    ['another shape', (_, response) => sendJson(response, 200, { models: [] }), 'service_unreadable'],
    ['an empty list', pages([]), 'service_unreadable'],
    ['nothing readable', pages([{ id: 1 }, { id: 2 }]), 'service_unreadable'],
    ['a server error', (_, response) => sendJson(response, 500, {}), 'service_error'],
    ['a refused key', (_, response) => sendJson(response, 401, {}), 'service_key_refused'],
    ['a lost connection', (_, response) => response.destroy(), 'answer_lost'],
    [
      'a second page that fails',
      (number, response) =>
        number === 1
          ? sendJson(response, 200, { data: [model('b')], meta: { current_page: 1, last_page: 2 } })
          : sendJson(response, 503, {}),
      'service_error',
    ],
  ])('is kept after %s', async (_, page, code) => {
    await using served = await serve(pages([model('a'), model('b')]))
    await served.models.refresh('c')
    const { refreshedAt } = served.models.getState('c')
    await world.clock.advance(1_000)
    served.service.page = page

    await served.models.refresh('c')

    expect(slugs(served.models).sort()).toEqual(['a', 'b'])
    expect(delisted(served.models)).toEqual([])
    expect(served.models.getState('c')).toMatchObject({ refreshedAt, problem: { code, money: 'none' } })
    expect(slugs(open(async () => '')).sort()).toEqual(['a', 'b'])
  })

  it('is deleted by `forget`, even during a refresh', async () => {
    await using served = await serve(pages([model('a')]))
    await served.models.refresh('c')
    const late = Promise.withResolvers<void>()
    served.service.page = (_, response) =>
      void late.promise.then(() => pages([model('partner')])(1, response))
    const refreshing = served.models.refresh('c')

    served.models.forget('c')
    expect(slugs(served.models)).toEqual([])
    expect(served.models.getState('c')).toEqual({ refreshedAt: null, refreshing: false, problem: null })
    late.resolve()
    await refreshing

    expect(slugs(served.models)).toEqual([])
    expect(slugs(open(async () => ''))).toEqual([])
  })

  it('can be read despite a damaged row', async () => {
    await using served = await serve(pages([model('a'), model('b')]))
    await served.models.refresh('c')
    world.database.exec(`UPDATE models SET record = '{"slug":' WHERE slug = 'a'`)

    expect(slugs(open(async () => ''))).toEqual(['b'])
  })
})

it('saves the models of a connection that isn’t stored, such as the one from environment variables', async () => {
  await using served = await serve(pages([model('a')]))

  await served.models.refresh('environment-1')

  const later = open(async () => '')
  expect(slugs(later, 'environment-1')).toEqual(['a'])
  expect(slugs(later, 'environment-2')).toEqual([])
})

it('reports why there is no access and sends no request', async () => {
  using get = vi.spyOn(client, 'get')
  const models = open(() =>
    Promise.reject(new StudioError({ code: connectionErrors.keyMissing, money: 'none' })),
  )

  await models.refresh('c')

  expect(models.getState('c')).toEqual({
    refreshedAt: null,
    refreshing: false,
    problem: { code: 'key_missing', money: 'none' },
  })
  expect(get).not.toHaveBeenCalled()
})

it('counts and lists by inference type, including unknown types', async () => {
  await using served = await serve(pages([model('a', ['txt2img', 'img2img']), model('b', ['txt2smell'])]))

  await served.models.refresh('c')

  expect([...served.models.countByType('c')]).toEqual([
    ['txt2img', 1],
    ['img2img', 1],
    ['txt2smell', 1],
  ])
  expect(served.models.list('c', ['audio2video', 'img2img']).map(({ slug }) => slug)).toEqual(['a'])
  expect(served.models.find('c', 'b')?.inferenceTypes).toEqual(['txt2smell'])
  expect(served.models.find('c', 'nothing')).toBeNull()
})
