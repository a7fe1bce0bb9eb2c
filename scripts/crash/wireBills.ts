import { readFileSync } from 'node:fs'
import { z } from 'zod'

const submitSchema = z.object({ body: z.string(), files: z.array(z.string()) })
const lineSchema = submitSchema.extend({ kind: z.enum(['sent', 'refused', 'unsent']) })
const bodySchema = z.object({ prompt: z.string() })

export interface WireBill {
  prompt: string
  requestId: null
  /** SHA-256 of each file it was sent with. */
  files: string[]
}

/** What may have been billed by the record of the wire: submits that left and were not provably refused. */
export function wireBills(file: string): WireBill[] {
  const left = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    // The last line of a life may be torn by the kill, before anything was sent.
    if (!line.endsWith('}')) continue
    const { kind, ...submit } = lineSchema.parse(JSON.parse(line))
    const key = JSON.stringify(submit)
    left.set(key, (left.get(key) ?? 0) + (kind === 'sent' ? 1 : -1))
  }
  return [...left].flatMap(([key, times]) => {
    const { body, files } = submitSchema.parse(JSON.parse(key))
    const { prompt } = bodySchema.parse(JSON.parse(body))
    return Array.from({ length: times }, () => ({ prompt, requestId: null, files }))
  })
}
