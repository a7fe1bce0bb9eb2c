import { isRecord } from '../isRecord.ts'
import type { OpenSandbox } from './openSandbox.ts'

export type FormValue = string | number | Blob | Blob[]

/** A multipart body; a list goes as `name[]`. */
export function formOf(fields: Record<string, FormValue>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const one of value) body.append(`${name}[]`, one)
    else body.append(name, value instanceof Blob ? value : String(value))
  }
  return body
}

export interface RanJob {
  id: string
  status: Record<string, unknown>
  /** The main result's bytes; empty without a link. */
  main: Buffer
  mime: string
  /** Dollars charged. */
  price: number
}

/** Submits, lets the time pass that it takes, downloads the main result. Throws with the refusal. */
export async function runJob(sandbox: OpenSandbox, path: string, body: unknown): Promise<RanJob> {
  const { data, text } = await sandbox.post(path, body)
  const id = data.request_id
  if (typeof id !== 'string') throw new Error(text)
  sandbox.clock.pass(120_000)
  const status = await sandbox.status(id)
  const price = sandbox.control.ledger().find(({ requestId }) => requestId === id)?.price ?? 0
  if (typeof status.result_url !== 'string') return { id, status, main: Buffer.alloc(0), mime: '', price }
  const answer = await fetch(status.result_url)
  const main = Buffer.from(await answer.arrayBuffer())
  return { id, status, main, mime: answer.headers.get('content-type') ?? '', price }
}

/** The price a price call answers; throws with the refusal. */
export async function priceOf(sandbox: OpenSandbox, path: string, body: unknown): Promise<number> {
  const { data, text } = await sandbox.post(path, body)
  if (typeof data.price !== 'number') throw new Error(text)
  return data.price
}

/** The fields at which a request is refused. */
export async function refusedAt(sandbox: OpenSandbox, path: string, body: unknown): Promise<string[]> {
  const { status, json } = await sandbox.post(path, body)
  if (status !== 422 || !isRecord(json) || !isRecord(json.errors))
    throw new Error(`Not refused: ${String(status)}`)
  return Object.keys(json.errors)
}
