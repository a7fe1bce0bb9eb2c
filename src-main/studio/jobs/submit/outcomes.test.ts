import { expect, test } from 'vitest'
import type { Exchange, Fault } from '../../service/http/Exchange.ts'
import { submitOutcome, submitProblem, failureProblem, findMissingFile } from './outcomes.ts'
import { readStatusRecord } from '../../service/responses/readStatusRecord.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'

const id = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const respond = (status: number): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '',
  json: undefined,
})
const page: Exchange = { kind: 'response', status: 400, headers: {}, text: ' <html>', json: undefined }
const fault = (sent: boolean, cause: Fault['cause']): Exchange => ({ kind: 'fault', sent, cause, detail: '' })

test.each<[string, Exchange, string | null, string, string]>([
  ['a name that does not resolve', fault(false, 'dns'), null, 'queued', 'not_charged'],
  ['a refused connection', fault(false, 'refused'), null, 'queued', 'not_charged'],
  ['a certificate that is not trusted', fault(false, 'tls'), null, 'queued', 'not_charged'],
  ['a connection that was never made', fault(false, 'connect_timeout'), null, 'queued', 'not_charged'],
  ['a file that cannot be read', fault(false, 'input'), null, 'rejected', 'not_charged'],
  ['a reset after sending', fault(true, 'reset'), null, 'uncertain', 'unknown'],
  ['no response in time', fault(true, 'timeout'), null, 'uncertain', 'unknown'],
  ['a response too large to read', fault(true, 'too_large'), null, 'uncertain', 'unknown'],
  ['200 with an id', respond(200), id, 'running', 'none'],
  ['201 with an id', respond(201), id, 'running', 'none'],
  ['200 without an id', respond(200), null, 'uncertain', 'unknown'],
  ['a redirect', respond(307), null, 'uncertain', 'unknown'],
  ['a redirect that claims an id', respond(302), id, 'uncertain', 'unknown'],
  ['429', respond(429), null, 'queued', 'not_charged'],
  ['401: the key may be accepted later', respond(401), null, 'queued', 'not_charged'],
  ['403 without JSON, as of a gateway', respond(403), null, 'queued', 'not_charged'],
  ['404 without JSON, as of a gateway', respond(404), null, 'queued', 'not_charged'],
  ['400 as a page', { ...page, status: 400 }, null, 'queued', 'not_charged'],
  ['413 as a page', { ...page, status: 413 }, null, 'rejected', 'not_charged'],
  ['403 in the service’s own format', { ...page, status: 403, json: {} }, null, 'rejected', 'not_charged'],
  ...[400, 402, 405, 410, 413, 415, 422].map((status): [string, Exchange, null, string, string] => [
    `${status}`,
    respond(status),
    null,
    'rejected',
    'not_charged',
  ]),
  ...[408, 409, 425, 500, 502, 503, 504, 520].map((status): [string, Exchange, null, string, string] => [
    `${status}`,
    respond(status),
    null,
    'uncertain',
    'unknown',
  ]),
  ...[404, 422, 429].flatMap((status): [string, Exchange, string | null, string, string][] => {
    const body = (json: unknown): Exchange => ({ kind: 'response', status, headers: {}, text: '', json })
    const expected = status === 429 ? 'queued' : 'rejected'
    return [
      [`${status} that names a job`, body({ data: { request_id: id } }), id, 'uncertain', 'unknown'],
      [`${status} with an id outside its data`, body({ request_id: id }), id, expected, 'not_charged'],
    ]
  }),
])('%s', (_, exchange, requestId, state, money) => {
  expect(submitOutcome(exchange, requestId)).toMatchObject({ state, money })
})

test.each([
  ['409 with a message', 409, { message: 'Duplicate request' }, 'Duplicate request'],
  [
    '409 with a message and an id',
    409,
    { message: 'Duplicate request', request_id: id },
    `{"message":"Duplicate request","request_id":"${id}"}`,
  ],
  [
    '409 with a nested message and an id',
    409,
    { error: { message: 'Duplicate request', request_id: id } },
    `{"error":{"message":"Duplicate request","request_id":"${id}"}}`,
  ],
  ['408 without a message', 408, { id: 'abc' }, '{"id":"abc"}'],
  [
    '200 without a readable id, because its text may contain the id',
    200,
    { message: 'OK', job: 'abc' },
    '{"message":"OK","job":"abc"}',
  ],
  [
    '422 that names a job',
    422,
    { message: 'No', data: { request_id: id } },
    `{"message":"No","data":{"request_id":"${id}"}}`,
  ],
  ['500 without a message', 500, { id: 'abc' }, undefined],
])('the message or the details shown for %s', (_, status, json, shown) => {
  const exchange: Exchange = { kind: 'response', status, headers: {}, text: JSON.stringify(json), json }
  const { serviceMessage, params } = submitProblem(exchange, submitOutcome(exchange, null))
  const details = params && 'detail' in params ? params.detail : undefined
  // JSON isn't a message.
  if (shown?.startsWith('{')) expect(details).toBe(shown)
  else expect(serviceMessage).toBe(shown)
  expect(serviceMessage ?? '').not.toMatch(/^[{[]/)
})

test('a truncated reply is behind the details, not in the words of the service', () => {
  const text = '{"data":{"request_id":"c08a339c-1'
  const exchange: Exchange = { kind: 'response', status: 200, headers: {}, text, json: undefined }
  const problem = submitProblem(exchange, submitOutcome(exchange, null))
  expect(problem).toMatchObject({ code: 'service_unreadable', params: { status: 200, detail: text } })
  expect(problem.serviceMessage).toBeUndefined()
})

const problemOf = (failure: Record<string, unknown>) => {
  const record = readStatusRecord({ data: { status: 'error', ...failure } })
  if (!record) throw new Error('no status')
  return failureProblem(record)
}

test('a failure shows the service’s code, reason and message', () => {
  expect(
    problemOf({
      error_code: 'NSFW',
      error_reason: 'unsafe',
      error_message: 'Not allowed.',
      retryable: false,
    }),
  ).toEqual({
    code: 'job_failed',
    money: 'refund_unconfirmed',
    params: { code: 'NSFW', reason: 'unsafe' },
    isPermanent: true,
    serviceMessage: 'Not allowed.',
  })
  expect(problemOf({ error_reason: 'unsafe' })).toMatchObject({ serviceMessage: 'unsafe' })
  expect(problemOf({})).toEqual({
    code: 'job_failed',
    money: 'refund_unconfirmed',
    params: { code: '', reason: '' },
  })
})

test.each([
  [true, 'refunded'],
  [false, 'charged'],
  [undefined, 'refund_unconfirmed'],
])('a failure with refunded: %s is %s', (refunded, money) => {
  expect(problemOf({ refunded }).money).toBe(money)
})

test('the first missing file of a request is reported at its field', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'there.png')
  writeFileSync(path, 'image')
  mkdirSync(join(folder, 'a folder'))
  const file = (field: string, name: string) => ({
    field,
    fileName: name,
    path: join(folder, name),
    mime: 'image/png',
  })
  const request = (...files: ReturnType<typeof file>[]) => ({
    path: 'img2img',
    encoding: 'multipart' as const,
    text: '{}',
    files,
  })
  expect(await findMissingFile({ path: 'txt2img', encoding: 'json', text: '{}' })).toBeNull()
  expect(await findMissingFile(request(file('image', 'there.png')))).toBeNull()
  expect(await findMissingFile(request(file('image', 'there.png'), file('mask', 'gone.png')))).toEqual({
    code: 'file_missing',
    money: 'not_charged',
    params: { file: 'gone.png' },
    fields: { mask: [] },
  })
  expect(await findMissingFile(request(file('image', 'a folder')))).toMatchObject({
    params: { file: 'a folder' },
  })
})
