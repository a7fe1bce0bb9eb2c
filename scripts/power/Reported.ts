import { z } from 'zod'

const responseSchema = z.object({
  kind: z.literal('response'),
  envelope: z.object({
    ok: z.literal(true),
    // Jobs have a state; added files don't.
    data: z.object({ id: z.string(), state: z.string() }),
  }),
})
const acceptedSchema = z.object({
  kind: z.literal('accepted'),
  job: z.string(),
  requestId: z.string(),
  state: z.string(),
})

const JSON_PROMPT = /"prompt":"([^"]*)"/
/** Ends the chunk before the prompt in the body of a submit with a file. */
const FORM_PROMPT = 'name="prompt"\r\n\r\n'

/** What the studio has reported so far, read from the bytes it sent: a power loss must not undo any of it. */
export class Reported {
  /** Jobs whose click was acknowledged. */
  readonly acknowledged = new Set<string>()
  /** Request ids by job. */
  readonly requests = new Map<string, string>()
  /** Jobs reported as saved. */
  readonly saved = new Set<string>()
  /** Prompts of submits whose sending has begun. */
  readonly sent = new Set<string>()
  #promptIsNext = false

  /** The number of reports of each kind. */
  counts(): { acknowledged: number; requests: number; saved: number; sent: number } {
    const { acknowledged, requests, saved, sent } = this
    return {
      acknowledged: acknowledged.size,
      requests: requests.size,
      saved: saved.size,
      sent: sent.size,
    }
  }

  read(data: Buffer): void {
    const text = data.toString('utf8')
    if (text.startsWith('{')) {
      for (const line of text.split('\n')) this.#readLine(line)
      return
    }
    if (this.#promptIsNext) this.sent.add(text)
    this.#promptIsNext = text.endsWith(FORM_PROMPT)
    const prompt =
      text.startsWith('POST ') && !text.includes('price') ? JSON_PROMPT.exec(text)?.[1] : undefined
    if (prompt !== undefined) this.sent.add(prompt)
  }

  #readLine(line: string): void {
    if (!/^\{"kind":"(response|accepted)"/.test(line)) return
    const message: unknown = JSON.parse(line)
    const response = responseSchema.safeParse(message)
    if (response.success) this.acknowledged.add(response.data.envelope.data.id)
    const accepted = acceptedSchema.safeParse(message)
    if (!accepted.success) return
    const { job, requestId, state } = accepted.data
    this.requests.set(job, requestId)
    if (state === 'saved') this.saved.add(job)
  }
}
