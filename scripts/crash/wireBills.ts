import { readFileSync } from 'node:fs'
import { z } from 'zod'

const submitSchema = z.object({ body: z.string(), files: z.array(z.string()) })
const lineSchema = submitSchema.extend({ kind: z.enum(['sent', 'refused', 'unsent']) })
const bodySchema = z.object({ prompt: z.string() })

export interface WireBill {
  prompt: string
  requestId: null
  /** SHA-256 of each file sent with it. */
  files: string[]
}

/** Reads the possibly billed submits from the recorded requests: those sent and not provably refused. */
export function wireBills(file: string): WireBill[] {
  const left = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    // A kill can truncate the last line; that request was not sent.
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
