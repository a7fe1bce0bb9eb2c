import { randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Exports } from '../../studio/library/export/Exports.ts'
import { libraryWorld } from '../../studio/testing/worlds/libraryWorld.ts'
import { openHost, type OpenHost } from './testing.ts'

let open: OpenHost
let session: Record<string, string>
let exports: Exports
let ids: string[]
let contents: Buffer[]

beforeEach(async () => {
  const { library, database, clock, log, places, addJob, add } = libraryWorld()
  ids = Array.from({ length: 8 }, (_, index) => {
    addJob(`job${index}`)
    return add(`job${index}`, undefined, 'result', 2 << 20).id
  })
  contents = ids.map((id) => {
    const content = randomFillSync(Buffer.alloc(2 << 20))
    writeFileSync(library.findPath(id) ?? '', content)
    return content
  })
  exports = new Exports({
    database,
    library,
    embedder: { prepare: () => null, format: () => '' },
    embedsParameters: () => true,
    convert: async () => null,
    nameTemplate: () => '{prompt}',
    partRecordsFolder: places.unfinishedExports,
    clock,
    log,
    uuid: () => 'export-1',
    emit: () => {},
  })
  open = await openHost({
    handlers: {},
    media: { find: async (_kind, id) => exports.findMedia(id), saveThumb: async () => {} },
    inputs: { store: async () => Promise.reject(new Error('not here')) },
    onEvent: () => () => {},
    files: new Map(),
    log,
  })
  session = await open.headers()
})
afterEach(async () => {
  await exports.close()
  await open.host.close()
})

const start = () =>
  exports.start(
    {
      ids,
      options: { names: '{number}', as: 'zip', format: 'original', quality: 90, csv: true, json: false },
    },
    { kind: 'download' },
  )

/** Requests the archive, and disconnects once more than `abortAfterBytes` have arrived. */
const download = (headers: Record<string, string>, abortAfterBytes = Number.POSITIVE_INFINITY) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer; isComplete: boolean }>(
    (resolve) => {
      const request = get(
        { host: '127.0.0.1', port: open.port, path: '/media/export/export-1', headers },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            size += chunk.byteLength
            if (size > abortAfterBytes) request.destroy()
          })
          response.on('error', () => {})
          response.on('close', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
              isComplete: response.complete,
            }),
          )
        },
      )
    },
  )

it('streams an archive to a signed-in browser, once', async () => {
  start()
  const head = await open.send('HEAD', '/media/export/export-1', session)
  expect(head.status).toBe(200)
  expect(exports.status('export-1')).toMatchObject({ state: 'waiting' })
  const { status, headers, body, isComplete } = await download(session)
  expect({ status, isComplete }).toEqual({ status: 200, isComplete: true })
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment; filename="easel-[\d-]+\.zip"$/),
    'cache-control': 'no-store',
  })
  const entries = await new ZipReader(new Uint8ArrayReader(Uint8Array.from(body))).getEntries()
  expect(entries.map(({ filename }) => filename)).toEqual([
    ...ids.map((_, index) => `${index + 1}.png`),
    'easel-export.csv',
  ])
  for (const [index, entry] of entries.slice(0, ids.length).entries()) {
    if (entry.directory) throw new Error('A folder')
    const copy = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true })
    expect(contents[index]?.equals(copy)).toBe(true)
  }
  await exports.finished('export-1')
  expect(exports.status('export-1')).toMatchObject({ state: 'done', filesDone: 8 })
  expect((await download(session)).status).toBe(404)
})

it.each([
  ['without a session', (): Record<string, string> => ({ ...session, Cookie: '' })],
  ['from another page', (): Record<string, string> => ({ ...session, Origin: 'https://evil.example' })],
])('sends nothing %s', async (_who, headers) => {
  start()
  expect((await download(headers())).status).toBe(403)
  expect(exports.status('export-1')).toMatchObject({ state: 'waiting' })
})

it('cancels the export when the browser aborts the download', async () => {
  start()
  await download(session, 1 << 20)
  await exports.finished('export-1')
  expect(exports.status('export-1')).toMatchObject({ state: 'cancelled', problem: null })
})

it('ends the download when the export is cancelled, even if the browser doesn’t read', async () => {
  start()
  const { body, isComplete } = await new Promise<{ body: number; isComplete: boolean }>((resolve) => {
    get(
      { host: '127.0.0.1', port: open.port, path: '/media/export/export-1', headers: session },
      (response) => {
        response.once('readable', () => {
          exports.cancel('export-1')
          let body = 0
          response.on('data', (chunk: Buffer) => (body += chunk.byteLength))
          response.on('error', () => {})
          response.on('close', () => resolve({ body, isComplete: response.complete }))
        })
      },
    )
  })
  expect(isComplete).toBe(false)
  expect(body).toBeLessThan(16 << 20)
  await exports.finished('export-1')
  expect(exports.status('export-1')).toMatchObject({ state: 'cancelled' })
})
