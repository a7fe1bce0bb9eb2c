import { randomUUID } from 'node:crypto'
import { jobErrors } from '../../src-preload/contract/errors.ts'
import type { Prepared } from './prepareForm.ts'
import type { StudioChild } from './StudioChild.ts'

/** One press of the button, with a body no other press has. */
export interface Press {
  press: string
  prompt: string
  /** The studio's answer came back: from now on this job may not be lost. */
  job: string | null
}

/** What a billing service knows of a prompt; null where there is no such witness. */
export type Billed = (prompt: string) => string[]

/**
 * Who sits before the studio: presses, presses again with the same press where no answer came (as the window does), and
 * now and then decides about an uncertain job. Keeps its own account of what was decided.
 */
export class Person {
  readonly presses: Press[] = []
  /** Presses allowed to pay again, each tied to its prompt, whether or not the answer came back. */
  readonly #again = new Map<string, number>()
  readonly #unanswered = new Set<Press>()
  #form: Prepared
  readonly #dice: () => number
  readonly #run: string
  readonly #billed: Billed

  constructor(form: Prepared, run: string, dice: () => number, billed: Billed) {
    this.#form = form
    this.#run = run
    this.#dice = dice
    this.#billed = billed
  }

  /** How many bodies with this prompt the person has agreed to pay for. */
  agreed(prompt: string): number {
    return 1 + (this.#again.get(prompt) ?? 0)
  }

  /** A new press; its answer may never come. */
  async press(child: StudioChild): Promise<void> {
    const press: Press = {
      press: randomUUID(),
      prompt: `${this.#run} press ${this.presses.length}`,
      job: null,
    }
    this.presses.push(press)
    await this.#send(child, press)
  }

  /** Presses again, each with its own press, whatever was not answered. */
  async pressUnanswered(child: StudioChild): Promise<void> {
    await Promise.all([...this.#unanswered].map((press) => this.#send(child, press)))
  }

  async #send(child: StudioChild, press: Press): Promise<void> {
    this.#unanswered.add(press)
    const { operation, model, values, quoteKey } = this.#form
    const draft = { operation, model, values: { ...values, prompt: press.prompt } }
    const answer = await child.call('jobs.enqueue', { press: press.press, ...draft, quoteKey })
    if (answer === null) return
    if (answer.ok) {
      this.#unanswered.delete(press)
      press.job = answer.data.id
    } else if (answer.error.code === jobErrors.quoteOutdated) await this.#priceAgain(child, press)
    else throw new Error(`A press was refused: ${JSON.stringify(answer.error)}`)
  }

  /** The quote on the button has run out: there is a new one, and the same press goes again. */
  async #priceAgain(child: StudioChild, press: Press): Promise<void> {
    const { operation, model, values } = this.#form
    const quote = await child.call('quotes.price', {
      operation,
      model,
      values,
      draft: 'crash',
      kind: 'choice',
    })
    if (!quote?.ok || quote.data.state !== 'priced') return
    this.#form = { ...this.#form, quoteKey: quote.data.key }
    await this.#send(child, press)
  }

  /** Decides about one uncertain job, or repeats one that failed; a kill may come in between. */
  async decide(child: StudioChild): Promise<void> {
    const listed = await child.call('jobs.list', { scope: 'recent', limit: 100, before: null })
    if (!listed?.ok) return
    const { jobs } = listed.data
    const open = jobs.filter(({ state }) => state === 'uncertain' || state === 'failed')
    const job = open[Math.floor(this.#dice() * open.length)]
    if (!job) return
    const { id, title } = job
    const { quoteKey } = this.#form
    if (job.state === 'failed') {
      this.#agree(title)
      await child.call('jobs.repeat', { id, press: randomUUID(), quoteKey })
      return
    }
    const choice = this.#dice()
    const ids = this.#billed(title)
    const found = ids.find((requestId) => !jobs.some((other) => other.requestId === requestId))
    if (choice < 0.4 && found !== undefined) {
      await child.call('jobs.decide', { id, choice: 'found', requestId: found })
    } else if (choice < 0.7) {
      this.#agree(title)
      await child.call('jobs.decide', { id, choice: 'send_again', press: randomUUID(), quoteKey })
    } else await child.call('jobs.decide', { id, choice: 'close' })
  }

  #agree(prompt: string): void {
    this.#again.set(prompt, (this.#again.get(prompt) ?? 0) + 1)
  }
}
