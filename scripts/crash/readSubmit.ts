import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** A recorded submit. */
export interface Submit {
  /** Exact text of a JSON body; the fields of a multipart one as JSON. */
  body: string
  /** SHA-256 of each file, in the order they were sent. */
  files: string[]
}

/** Reads a multipart body before it is sent; send `bytes` in its place. Rejects if it can't be read. */
export async function readSubmit(
  body: Readable,
  headers: Dispatcher.DispatchOptions['headers'],
): Promise<Submit & { bytes: Buffer }> {
  const bytes = await buffer(body)
  const type = new Headers(
    Object.entries(headers ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type.get('content-type') ?? '' },
  }).formData()
  const fields: Record<string, string> = {}
  const files: string[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else
      files.push(
        createHash('sha256')
          .update(new Uint8Array(await value.arrayBuffer()))
          .digest('hex'),
      )
  }
  return { body: JSON.stringify(fields), files, bytes }
}
