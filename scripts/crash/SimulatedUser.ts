import { randomUUID } from 'node:crypto'
import { jobErrors } from '../../src-preload/contract/errors.ts'
import type { Values } from '../../src-preload/contract/types/form.ts'
import { IMAGE_FIELD, type Prepared, type PreparedForms } from './prepareForm.ts'
import type { UserFiles } from './UserFiles.ts'
import type { StudioChild } from './StudioChild.ts'

/** One click of the button, with a body no other click has. */
export interface Click {
  idempotencyKey: string
  prompt: string
  /** The studio's answer came back: from now on this job may not be lost. */
  job: string | null
  from: keyof PreparedForms
}

/** What a billing service knows of a prompt; null where there is no such witness. */
export type Billed = (prompt: string) => string[]

interface World {
  forms: PreparedForms
  files: UserFiles
  /** Begins every prompt. */
  run: string
  random: () => number
  billed: Billed
}

/** The price on the button is not the price of now. */
const PASSING: readonly string[] = [jobErrors.quoteOutdated, jobErrors.priceChanged]
/** This part of the clicks sends a file. */
const FILES = 0.4

/**
 * The simulated user: clicks, clicks again with the same click where no answer came (as the window does), and
 * now and then decides about an uncertain job. Keeps its own account of what was decided.
 */
export class SimulatedUser {
  readonly clicks: Click[] = []
  /** Clicks allowed to pay again, each tied to its prompt, whether or not the answer came back. */
  readonly #again = new Map<string, number>()
  readonly #unanswered = new Set<Click>()
  readonly #forms: PreparedForms
  readonly #world: World

  constructor(world: World) {
    this.#forms = { ...world.forms }
    this.#world = world
  }

  /** How many bodies with this prompt the user has agreed to pay for. */
  agreed(prompt: string): number {
    return 1 + (this.#again.get(prompt) ?? 0)
  }

  /** How often the user has agreed to pay for a job once more. */
  get resent(): number {
    return [...this.#again.values()].reduce((sum, times) => sum + times, 0)
  }

  /** A new click; its answer may never come. */
  async click(child: StudioChild): Promise<void> {
    const click: Click = {
      idempotencyKey: randomUUID(),
      prompt: `${this.#world.run} click ${this.clicks.length}`,
      job: null,
      from: this.#forms.fromImage && this.#world.random() < FILES ? 'fromImage' : 'fromText',
    }
    this.clicks.push(click)
    await this.#send(child, click)
  }

  /** Clicks again, each with its own click, whatever was not answered. */
  async retryUnanswered(child: StudioChild): Promise<void> {
    await Promise.all([...this.#unanswered].map((click) => this.#send(child, click)))
  }

  async #send(child: StudioChild, click: Click): Promise<void> {
    this.#unanswered.add(click)
    const form = this.#forms[click.from]
    if (!form) return
    const { operation, model, quote } = form
    const values: Values = { ...form.values, prompt: click.prompt }
    if (click.from === 'fromImage') {
      const file = await this.#world.files.give(child, [click.prompt])
      if (file === null) return
      values[IMAGE_FIELD] = [file]
    }
    const answer = await child.call('jobs.enqueue', {
      idempotencyKey: click.idempotencyKey,
      operation,
      model,
      values,
      quote,
    })
    if (answer === null) return
    if (answer.ok) {
      this.#unanswered.delete(click)
      click.job = answer.data.id
    } else if (PASSING.includes(answer.error.code)) await this.#priceAgain(child, click, form)
    else throw new Error(`A click was refused: ${JSON.stringify(answer.error)}`)
  }

  /** The quote on the button has run out: there is a new one, and the same click goes again. */
  async #priceAgain(child: StudioChild, click: Click, form: Prepared): Promise<void> {
    const { operation, model, values } = form
    const quote = await child.call('quotes.price', {
      operation,
      model,
      values,
      draft: 'crash',
      kind: 'choice',
    })
    if (!quote?.ok || quote.data.state !== 'priced') return
    const { key, price, quotedAt } = quote.data
    this.#forms[click.from] = { ...form, quote: { key, price, quotedAt } }
    await this.#send(child, click)
  }

  /** Decides about one uncertain job, or repeats one that failed; a kill may come in between. */
  async decide(child: StudioChild): Promise<void> {
    const listed = await child.call('jobs.list', { scope: 'recent', limit: 100, before: null })
    if (!listed?.ok) return
    const { jobs } = listed.data
    const open = jobs.filter(({ state }) => state === 'uncertain' || state === 'failed')
    const job = open[Math.floor(this.#world.random() * open.length)]
    if (!job) return
    const { id, title } = job
    const { quote } = this.#formOf(job.operation)
    if (job.state === 'failed') {
      this.#agree(title)
      await child.call('jobs.repeat', { id, idempotencyKey: randomUUID(), quote })
      return
    }
    const choice = this.#world.random()
    const ids = this.#world.billed(title)
    const found = ids.find((requestId) => !jobs.some((other) => other.requestId === requestId))
    if (choice < 0.4 && found !== undefined) {
      await child.call('jobs.decide', { id, choice: 'found', requestId: found })
    } else if (choice < 0.7) {
      this.#agree(title)
      await child.call('jobs.decide', { id, choice: 'send_again', idempotencyKey: randomUUID(), quote })
    } else await child.call('jobs.decide', { id, choice: 'close' })
  }

  #formOf(operation: string): Prepared {
    const { fromText, fromImage } = this.#forms
    return fromImage?.operation === operation ? fromImage : fromText
  }

  #agree(prompt: string): void {
    this.#again.set(prompt, (this.#again.get(prompt) ?? 0) + 1)
  }
}
