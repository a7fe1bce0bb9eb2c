import { readFileSync } from 'node:fs'
import { z } from 'zod'

const lineSchema = z.object({ kind: z.enum(['sent', 'refused', 'unsent']), body: z.string() })
const bodySchema = z.object({ prompt: z.string() })

/** What may have been billed by the record of the wire: submits that left and were not provably refused. */
export function wireBills(file: string): { prompt: string; requestId: null }[] {
  const left = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    // The last line of a life may be torn by the kill, before anything was sent.
    if (!line.endsWith('}')) continue
    const { kind, body } = lineSchema.parse(JSON.parse(line))
    left.set(body, (left.get(body) ?? 0) + (kind === 'sent' ? 1 : -1))
  }
  return [...left].flatMap(([body, times]) =>
    Array.from({ length: times }, () => ({
      prompt: bodySchema.parse(JSON.parse(body)).prompt,
      requestId: null,
    })),
  )
}
