import { isRecord } from '../isRecord.ts'
import type { TestSandbox } from './openSandbox.ts'

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
