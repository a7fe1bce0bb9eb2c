import { isRecord } from './isRecord.ts'
import type { SandboxOptions, SandboxClock } from './options.ts'
import { type Sandbox, startSandbox } from './startSandbox.ts'

/** A response as a client sees it. `data` is the member of the body, or an empty object. */
interface TestResponse {
  status: number
  headers: Headers
  text: string
  json: unknown
  data: Record<string, unknown>
}

export interface TestSandbox extends Sandbox {
  clock: FakeClock
  get: (path: string, headers?: Record<string, string>) => Promise<TestResponse>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<TestResponse>
  /** Submits a valid job, changed by `fields`, and returns its id. */
  submit: (fields?: Record<string, unknown>) => Promise<string>
  status: (id: string) => Promise<Record<string, unknown>>
  /** Submits a job, advances the clock beyond its end, and returns its final status. */
  finish: (fields?: Record<string, unknown>) => Promise<Record<string, unknown> & { id: string }>
  [Symbol.asyncDispose]: () => Promise<void>
}

export const VALID_BODY = {
  prompt: 'a lighthouse at dusk',
  model: 'aurora-turbo',
  width: 320,
  height: 256,
  steps: 4,
  guidance: 0,
  seed: 7,
}

/** Starts a sandbox with a fake clock and a client that has the key. */
export async function openSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const clock = fakeClock()
  const sandbox = await startSandbox({ seed: 1, clock, control: true, ...options })
  const { address, key } = sandbox
  const send = async (path: string, init: RequestInit, headers?: Record<string, string>) => {
    const url = path.startsWith('http')
      ? path
      : `${address}${path.startsWith('/') ? '' : '/api/v1/client/'}${path}`
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${key}`, 'user-agent': 'sandbox-test', ...headers },
    })
    const text = await response.text()
    const json = readJson(text)
    const data = isRecord(json) && isRecord(json.data) ? json.data : {}
    return { status: response.status, headers: response.headers, text, json, data }
  }
  const get = async (path: string, headers?: Record<string, string>) => send(path, {}, headers)
  const post = async (path: string, body: unknown, headers?: Record<string, string>) => {
    if (body instanceof FormData) return send(path, { method: 'POST', body }, headers)
    return send(
      path,
      { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
      {
        'content-type': 'application/json',
        ...headers,
      },
    )
  }
  const submit = async (fields?: Record<string, unknown>) => {
    const { data, text } = await post('txt2img', { ...VALID_BODY, ...fields })
    if (typeof data.request_id !== 'string') throw new Error(`Not accepted: ${text}`)
    return data.request_id
  }
  const status = async (id: string) => (await get(`request-status/${id}`)).data
  const finish = async (fields?: Record<string, unknown>) => {
    const id = await submit(fields)
    clock.advance(120_000)
    return { ...(await status(id)), id }
  }
  return { ...sandbox, clock, get, post, submit, status, finish, [Symbol.asyncDispose]: sandbox.close }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A clock that only `advance` moves. Sleeping takes no time and is recorded. */
interface FakeClock extends SandboxClock {
  advance: (ms: number) => void
  /** The durations of all sleeps so far, in milliseconds. */
  sleepsMs: number[]
}

function fakeClock(start = Date.UTC(2026, 2, 14, 9, 30)): FakeClock {
  let now = start
  const slept: number[] = []
  return {
    now: () => now,
    sleep: (ms) => {
      slept.push(ms)
      return Promise.resolve()
    },
    advance: (ms) => {
      now += ms
    },
    sleepsMs: slept,
  }
}

export type FormValue = string | number | Blob | Blob[]

/** A multipart body. Lists are sent as `name[]`. */
export function toFormData(fields: Record<string, FormValue>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const item of value) body.append(`${name}[]`, item)
    else body.append(name, value instanceof Blob ? value : String(value))
  }
  return body
}

interface FinishedJob {
  id: string
  status: Record<string, unknown>
  /** The bytes of the main result; empty when there is no link. */
  main: Buffer
  mime: string
  /** Dollars charged. */
  price: number
}

/** Submits a job, advances the clock beyond its end, and downloads the main result. Throws when the job is rejected. */
export async function runJob(sandbox: TestSandbox, path: string, body: unknown): Promise<FinishedJob> {
  const { data, text } = await sandbox.post(path, body)
  const id = data.request_id
  if (typeof id !== 'string') throw new Error(text)
  sandbox.clock.advance(120_000)
  const status = await sandbox.status(id)
  const price = sandbox.control.ledger().find(({ requestId }) => requestId === id)?.price ?? 0
  if (typeof status.result_url !== 'string') return { id, status, main: Buffer.alloc(0), mime: '', price }
  const response = await fetch(status.result_url)
  const main = Buffer.from(await response.arrayBuffer())
  return { id, status, main, mime: response.headers.get('content-type') ?? '', price }
}

/** The price that a price request returns. Throws when it is rejected. */
export async function requestPrice(sandbox: TestSandbox, path: string, body: unknown): Promise<number> {
  const { data, text } = await sandbox.post(path, body)
  if (typeof data.price !== 'number') throw new Error(text)
  return data.price
}

/** The fields with errors in a 422. Throws for any other status. */
export async function requestInvalidFields(
  sandbox: TestSandbox,
  path: string,
  body: unknown,
): Promise<string[]> {
  const { status, json } = await sandbox.post(path, body)
  if (status !== 422 || !isRecord(json) || !isRecord(json.errors))
    throw new Error(`Not a 422: ${String(status)}`)
  return Object.keys(json.errors)
}
