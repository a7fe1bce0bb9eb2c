import { randomUUID } from 'node:crypto'
import { FORGOTTEN_PROMPT } from '../../src-main/studio/testing/servers/startForgetfulProxy.ts'
import { jobErrors } from '../../src-preload/contract/errors.ts'
import type { Values } from '../../src-preload/contract/types/form.ts'
import { IMAGE_FIELD, type Prepared, type PreparedForms } from './prepareForm.ts'
import type { UserFiles } from './UserFiles.ts'
import type { StudioChild } from './StudioChild.ts'

/** One click of the button, with a unique body. */
export interface Click {
  idempotencyKey: string
  prompt: string
  /** The acknowledged job's id; from then on, the job must not be lost. */
  job: string | null
  /** The form that it submits. */
  from: keyof PreparedForms
}

/** Request ids a service has billed for a prompt. */
export type FindBilledIds = (prompt: string) => string[]

interface UserOptions {
  forms: PreparedForms
  files: UserFiles
  /** Prefix of every prompt. */
  run: string
  random: () => number
  findBilledIds: FindBilledIds
}

/** Errors that mean the displayed price is no longer valid. */
const OUTDATED_PRICE_ERRORS: readonly string[] = [jobErrors.quoteOutdated, jobErrors.priceChanged]
/** Share of clicks that send a file. */
const FILE_SHARE = 0.4
/** Shares of decisions to enter the request id of an uncertain job, and to send it again; the others close it. */
const ENTER_ID_SHARE = 0.4
const RESEND_SHARE = 0.3

/**
 * The simulated user: clicks, retries with the same idempotency key when no response arrived (as the window does), and
 * sometimes decides about an uncertain job. Keeps its own record of its decisions.
 */
export class SimulatedUser {
  readonly clicks: Click[] = []
  /** How often the user agreed to pay again, by prompt, whether or not a response arrived. */
  readonly #agreedAgain = new Map<string, number>()
  readonly #unacknowledged = new Set<Click>()
  readonly #forms: PreparedForms
  readonly #options: UserOptions

  constructor(options: UserOptions) {
    this.#forms = { ...options.forms }
    this.#options = options
  }

  /** How many requests with this prompt the user has agreed to pay for. */
  countAgreedPayments(prompt: string): number {
    return 1 + (this.#agreedAgain.get(prompt) ?? 0)
  }

  /** How often the user has agreed to pay again, over all jobs. */
  get repeatAgreements(): number {
    return [...this.#agreedAgain.values()].reduce((sum, times) => sum + times, 0)
  }

  /** Clicks once; the click may never get a response. `isForgotten`: the service accepts the job and then doesn't know it. */
  async click(child: StudioChild, isForgotten = false): Promise<void> {
    const prompt = `${this.#options.run} click ${this.clicks.length}`
    const click: Click = {
      idempotencyKey: randomUUID(),
      prompt: isForgotten ? `${FORGOTTEN_PROMPT} ${prompt}` : prompt,
      job: null,
      from:
        !isForgotten && this.#forms.fromImage && this.#options.random() < FILE_SHARE
          ? 'fromImage'
          : 'fromText',
    }
    this.clicks.push(click)
    await this.#send(child, click)
  }

  /** Retries all unacknowledged clicks with their own idempotency keys. */
  async retryUnacknowledged(child: StudioChild): Promise<void> {
    await Promise.all([...this.#unacknowledged].map((click) => this.#send(child, click)))
  }

  async #send(child: StudioChild, click: Click): Promise<void> {
    this.#unacknowledged.add(click)
    const form = this.#forms[click.from]
    if (!form) return
    const { operation, model, quote } = form
    const values: Values = { ...form.values, prompt: click.prompt }
    if (click.from === 'fromImage') {
      const file = await this.#options.files.importFor(child, [click.prompt])
      if (file === null) return
      values[IMAGE_FIELD] = [file]
    }
    const response = await child.call('jobs.enqueue', {
      idempotencyKey: click.idempotencyKey,
      operation,
      model,
      values,
      quote,
    })
    if (response === null) return
    if (response.ok) {
      this.#unacknowledged.delete(click)
      click.job = response.data.id
    } else if (OUTDATED_PRICE_ERRORS.includes(response.error.code)) await this.#requote(child, click, form)
    else throw new Error(`A click was rejected: ${JSON.stringify(response.error)}`)
  }

  /** The displayed quote is outdated: gets a new one and retries the same click. */
  async #requote(child: StudioChild, click: Click, form: Prepared): Promise<void> {
    const { operation, model, values } = form
    const quote = await child.call('quotes.price', {
      operation,
      model,
      values,
      draftId: 'crash',
      kind: 'choice',
    })
    if (!quote?.ok || quote.data.state !== 'priced') return
    const { key, price, quotedAt } = quote.data
    this.#forms[click.from] = { ...form, quote: { key, price, quotedAt } }
    await this.#send(child, click)
  }

  /** Decides about one uncertain job or repeats a failed one; a kill may interrupt it. */
  async decide(child: StudioChild): Promise<void> {
    const listed = await child.call('jobs.list', { scope: 'recent', limit: 100, before: null })
    if (!listed?.ok) return
    const { jobs } = listed.data
    const open = jobs.filter(({ state }) => state === 'uncertain' || state === 'failed')
    const job = open[Math.floor(this.#options.random() * open.length)]
    if (!job) return
    const { id, title } = job
    const { quote } = this.#findForm(job.operation)
    if (job.state === 'failed') {
      this.#recordAgreement(title)
      await child.call('jobs.repeat', { id, idempotencyKey: randomUUID(), quote })
      return
    }
    const choice = this.#options.random()
    const ids = this.#options.findBilledIds(title)
    const found = ids.find((requestId) => !jobs.some((other) => other.requestId === requestId))
    if (choice < ENTER_ID_SHARE && found !== undefined) {
      await child.call('jobs.resolve_uncertain', { id, choice: 'found', requestId: found })
    } else if (choice < ENTER_ID_SHARE + RESEND_SHARE) {
      this.#recordAgreement(title)
      await child.call('jobs.resolve_uncertain', {
        id,
        choice: 'send_again',
        idempotencyKey: randomUUID(),
        quote,
      })
    } else await child.call('jobs.resolve_uncertain', { id, choice: 'close' })
  }

  #findForm(operation: string): Prepared {
    const { fromText, fromImage } = this.#forms
    return fromImage?.operation === operation ? fromImage : fromText
  }

  #recordAgreement(prompt: string): void {
    this.#agreedAgain.set(prompt, (this.#agreedAgain.get(prompt) ?? 0) + 1)
  }
}
