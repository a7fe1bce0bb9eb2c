import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../../src-preload/contract/routes.ts'
import { createStudio } from '../../studio/createStudio.ts'
import { fakeKeychain } from '../../studio/testing/fakeKeychain.ts'
import { sendJson, startHttp, type Received } from '../../studio/testing/servers/startHttp.ts'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'
import { addHostHandlers } from '../shared/calls/hostHandlers.ts'
import { FileLog } from '../shared/log/FileLog.ts'
import { createServiceDispatcher } from '../shared/world/createServiceDispatcher.ts'
import { systemClock } from '../shared/world/systemClock.ts'
import { openHost } from './testing.ts'

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1)
const unicodeEscaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** The encodings of the key to search for in all data that was written or sent. */
const encodingsOf = (key: string): string[] => [
  key,
  jsonEscaped(key),
  jsonEscaped(jsonEscaped(key)),
  unicodeEscaped(key),
  encodeURIComponent(key),
  new URLSearchParams({ k: key }).toString().slice(2),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(key).toString('base64url'),
  Buffer.from(key).toString('hex'),
  Buffer.from(key, 'utf16le').toString('latin1'),
]

const keyIn = (headers: IncomingHttpHeaders): string =>
  /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''

/** A service that repeats its key in every encoding in all responses. */
const hostile = ({ url, headers, method }: Received, response: ServerResponse): void => {
  const key = keyIn(headers)
  const encodings = [
    key,
    jsonEscaped(key),
    encodeURIComponent(key),
    Buffer.from(key).toString('base64'),
  ].join(' | ')
  const echo = `said ${encodings} said`
  const link = `http://127.0.0.1:9/${encodeURIComponent(key)}?k=${encodeURIComponent(key)}`
  // Written by hand to contain escapes that JSON.stringify doesn't produce and JSON.parse decodes.
  const raw = (status: number, text: string): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(key) })
      .end(text)
  if (url.includes('/models')) {
    const info = {
      limits: { max_width: 512, min_width: 256 },
      features: { [echo]: true },
      defaults: { steps: echo },
    }
    const model = {
      name: `Model ${echo}`,
      slug: 'mirror',
      inference_types: ['txt2img', echo],
      info,
      loras: [],
    }
    return sendJson(response, 200, { data: [model], meta: { total: 1, last_page: 1 } })
  }
  if (url.includes('/balance')) return raw(401, `{"message":"Unknown key ${unicodeEscaped(key)}"}`)
  if (url.includes('/price-calculation'))
    return raw(
      422,
      `{"message":"Bad ${unicodeEscaped(key)}","errors":{"prompt":["${unicodeEscaped(key)} ${jsonEscaped(echo)}"]}}`,
    )
  if (method === 'POST' && url.endsWith('/txt2img'))
    return sendJson(response, 200, { data: { request_id: randomUUID() } }, { location: link })
  if (url.includes('/request-status/'))
    return sendJson(response, 200, {
      data: {
        status: 'error',
        progress: echo,
        error: echo,
        message: echo,
        result: echo,
        preview: link,
        result_url: link,
      },
    })
  response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>${echo}</h1>`)
}

test.each(['12|canary"quote\\slash/plus+=&%<x>-0123456789', 'canary\\\\"\\u0041|||-0123456789'])(
  'the key %j is not in the data folder, the log or any response, whatever the service repeats',
  async (key) => {
    const dataFolder = temporaryFolder()
    await using service = await startHttp(hostile)
    const log = new FileLog(join(dataFolder, 'logs'))
    const dispatcher = createServiceDispatcher()
    const studio = await createStudio({
      version: '0',
      dataFolder,
      clock: systemClock,
      random: Math.random,
      uuid: randomUUID,
      dispatcher,
      keychain: fakeKeychain(),
      sandbox: { start: () => Promise.reject(new Error('not here')) },
      environment: null,
      log,
    })
    const capabilities = {
      openFolder: false,
      chooseFolder: false,
      notifications: false,
      tray: false,
      keepAwake: false,
    }
    const host = {
      name: 'browser',
      capabilities,
      revealFile: null,
      chooseExportPath: null,
      chooseImportFolder: null,
      chooseBackupFolder: null,
      libraries: null,
    } as const
    const handlers = addHostHandlers(studio, host)
    const redact = <T>(response: T): T => log.secrets.redactProblems(response)
    const open = await openHost({
      // A handler whose error contains the key.
      handlers: { ...handlers, 'library.reveal': () => Promise.reject(new Error(`broken over ${key}`)) },
      media: studio.media,
      inputs: studio.inputs,
      onEvent: (listener) => studio.onEvent((event) => listener(redact(event))),
      files: new Map(),
      log,
      redact,
    })
    onTestFinished(async () => {
      await open.host.close()
      await dispatcher.destroy()
    })
    const window = await open.connect(await open.headers())
    const result = z.object({ data: z.unknown().optional() })
    const call = async (route: string, input?: unknown): Promise<unknown> =>
      result.parse(await window.call(route, input)).data

    await call('connections.test', { address: service.address, key })
    await call('connections.add', { name: 'Mirror', address: service.address, key })
    await call('connections.add', { name: 'Not a key', address: service.address, key: `${key}ż🐢` })
    await call('models.refresh')
    const form = { operation: 'txt2img', model: 'mirror' }
    const values = { prompt: 'A fox', width: 256, height: 256 }
    await call('models.list', { operation: 'txt2img' })
    await call('forms.open', form)
    await call('quotes.price', { ...form, values, draftId: 'd', kind: 'choice' })
    const job = await call('jobs.enqueue', { ...form, values, idempotencyKey: randomUUID(), quote: null })
    const { id } = z.object({ id: z.string() }).parse(job)
    const state = async () => z.object({ state: z.string() }).parse(await call('jobs.get', { id })).state
    await expect.poll(state, { timeout: 60_000, interval: 100 }).toBe('failed')
    await call('library.reveal', { id: 'x' })
    for (const [route, { input }] of Object.entries(routes))
      if (input.safeParse(undefined).success && route !== 'connections.use_sandbox') await call(route)
    expect(service.received.some(({ headers }) => keyIn(headers) === key)).toBe(true)
    window.socket.terminate()
    await studio.close()
    const responses = window.messages.join('\n')

    const written = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    expect(written.map((path) => path.slice(dataFolder.length + 1))).toEqual(
      expect.arrayContaining(['easel.db', join('logs', 'easel.log')]),
    )
    const found = [
      ...written.map((path) => [path, readFileSync(path, 'latin1')]),
      ['responses', Buffer.from(responses).toString('latin1')],
    ].flatMap(([place = '', bytes = '']) =>
      encodingsOf(key)
        .filter((encoding) => bytes.includes(encoding))
        .map((encoding) => ({
          place,
          encoding,
          near: bytes.slice(bytes.indexOf(encoding) - 150).slice(0, 400),
        })),
    )
    expect(found).toEqual([])
    expect(responses).toContain('said ')
  },
)
