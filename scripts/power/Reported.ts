import { z } from 'zod'

const answerSchema = z.object({
  kind: z.literal('answer'),
  envelope: z.object({
    ok: z.literal(true),
    // Jobs have a state; a file that was taken in has none.
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
/** In the body of a submit with a file the words leave right after this. */
const FORM_PROMPT = 'name="prompt"\r\n\r\n'

/** What the studio has told anyone so far, read from the bytes that left it: a power loss may take none of it back. */
export class Told {
  /** Jobs whose click was acknowledged. */
  readonly acknowledged = new Set<string>()
  /** Request ids by job. */
  readonly requests = new Map<string, string>()
  /** Jobs said to be saved. */
  readonly saved = new Set<string>()
  /** Prompts of submits that have begun to leave. */
  readonly sent = new Set<string>()
  #promptIsNext = false

  hear(data: Buffer): void {
    const text = data.toString('utf8')
    if (text.startsWith('{')) {
      for (const line of text.split('\n')) this.#says(line)
      return
    }
    if (this.#promptIsNext) this.sent.add(text)
    this.#promptIsNext = text.endsWith(FORM_PROMPT)
    const prompt =
      text.startsWith('POST ') && !text.includes('price') ? JSON_PROMPT.exec(text)?.[1] : undefined
    if (prompt !== undefined) this.sent.add(prompt)
  }

  #says(line: string): void {
    if (!line.startsWith('{"kind":"a')) return
    const message: unknown = JSON.parse(line)
    const answer = answerSchema.safeParse(message)
    if (answer.success) this.acknowledged.add(answer.data.envelope.data.id)
    const accepted = acceptedSchema.safeParse(message)
    if (!accepted.success) return
    const { job, requestId, state } = accepted.data
    this.requests.set(job, requestId)
    if (state === 'saved') this.saved.add(job)
  }
}
