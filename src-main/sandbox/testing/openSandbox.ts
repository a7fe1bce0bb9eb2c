import { isRecord } from '../isRecord.ts'
import type { SandboxOptions } from '../options.ts'
import { type Sandbox, startSandbox } from '../startSandbox.ts'
import { type FakeClock, fakeClock } from './fakeClock.ts'

/** An answer as a client sees it; `data` is the member of the body, or an empty object. */
export interface Heard {
  status: number
  headers: Headers
  text: string
  json: unknown
  data: Record<string, unknown>
}

export interface OpenSandbox extends Sandbox {
  clock: FakeClock
  get: (path: string, headers?: Record<string, string>) => Promise<Heard>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Heard>
  /** Submits a good job, changed by `fields`, and answers its id. */
  submit: (fields?: Record<string, unknown>) => Promise<string>
  status: (id: string) => Promise<Record<string, unknown>>
  /** Submits, lets the time pass that it takes, and answers its final status. */
  finish: (fields?: Record<string, unknown>) => Promise<Record<string, unknown> & { id: string }>
  [Symbol.asyncDispose]: () => Promise<void>
}

export const GOOD = {
  prompt: 'a lighthouse at dusk',
  model: 'aurora-turbo',
  width: 320,
  height: 256,
  steps: 4,
  guidance: 0,
  seed: 7,
}

/** A sandbox with a clock of its own and a client that holds the key. */
export async function openSandbox(options: SandboxOptions = {}): Promise<OpenSandbox> {
  const clock = fakeClock()
  const sandbox = await startSandbox({ seed: 1, clock, control: true, ...options })
  const { address, key } = sandbox
  const send = async (path: string, init: RequestInit, headers?: Record<string, string>) => {
    const place = path.startsWith('http')
      ? path
      : `${address}${path.startsWith('/') ? '' : '/api/v1/client/'}${path}`
    const answer = await fetch(place, {
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${key}`, 'user-agent': 'sandbox-test', ...headers },
    })
    const text = await answer.text()
    const json = readJson(text)
    const data = isRecord(json) && isRecord(json.data) ? json.data : {}
    return { status: answer.status, headers: answer.headers, text, json, data }
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
    const { data, text } = await post('txt2img', { ...GOOD, ...fields })
    if (typeof data.request_id !== 'string') throw new Error(`Not accepted: ${text}`)
    return data.request_id
  }
  const status = async (id: string) => (await get(`request-status/${id}`)).data
  const finish = async (fields?: Record<string, unknown>) => {
    const id = await submit(fields)
    clock.pass(120_000)
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
