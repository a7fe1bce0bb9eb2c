import { randomUUID } from 'node:crypto'
import { batchErrors, jobErrors } from '../../src-preload/contract/errors.ts'
import type { Values } from '../../src-preload/contract/types/form.ts'
import { PICTURE_FIELD, type PreparedForms } from './prepareForm.ts'
import type { PressedFiles } from './PressedFiles.ts'
import type { StudioChild } from './StudioChild.ts'

/** What tells the rows of a batch from each other; each makes a prompt no other row has. */
const ENDS = ['a', 'b', 'c']
const PASSING: readonly string[] = [jobErrors.quoteOutdated, jobErrors.priceChanged, batchErrors.previewGone]

interface Press {
  press: string
  prompt: string
  from: keyof PreparedForms
}

/** Presses of batches: three rows each, written all or none, pressed again with the same press where no answer came. */
export class BatchPresses {
  /** Presses of rows whose batch was answered for: none of them may be lost. */
  readonly acknowledged = new Set<string>()
  readonly #forms: PreparedForms
  readonly #files: PressedFiles
  readonly #run: string
  readonly #unanswered = new Set<Press>()
  #count = 0

  constructor({ forms, files, run }: { forms: PreparedForms; files: PressedFiles; run: string }) {
    this.#forms = forms
    this.#files = files
    this.#run = run
  }

  async press(child: StudioChild): Promise<void> {
    const count = this.#count++
    const from = this.#forms.fromPicture && count % 2 === 1 ? 'fromPicture' : 'fromWords'
    await this.#send(child, { press: randomUUID(), prompt: `${this.#run} batch ${count}`, from })
  }

  async pressUnanswered(child: StudioChild): Promise<void> {
    await Promise.all([...this.#unanswered].map((press) => this.#send(child, press)))
  }

  /** What was not sent before the end waits for this word. */
  async resume(child: StudioChild): Promise<void> {
    await child.call('queue.resume', { all: true })
  }

  async #send(child: StudioChild, press: Press): Promise<void> {
    this.#unanswered.add(press)
    const form = this.#forms[press.from]
    if (!form) return
    const { operation, model } = form
    const plan = {
      count: 1,
      seeds: 'same' as const,
      variants: true,
      wildcards: {},
      axes: [],
      table: null,
      files: null,
    }
    const prompt = `${press.prompt} {${ENDS.join('|')}}`
    const values: Values = { ...form.values, prompt }
    if (press.from === 'fromPicture') {
      const file = await this.#files.give(
        child,
        ENDS.map((end) => `${press.prompt} ${end}`),
      )
      if (file === null) return
      values[PICTURE_FIELD] = [file]
    }
    const shown = await child.call('batches.preview', { operation, model, values, plan })
    if (!shown?.ok) return
    const { id } = shown.data
    // The quote may have run out: then the rows are priced anew.
    const priced = shown.data.calls > 0 ? await child.call('batches.price', { preview: id, most: 5 }) : shown
    if (!priced?.ok || priced.data.unpriced > 0) return
    const { total } = priced.data
    const answer = await child.call('batches.enqueue', {
      press: press.press,
      preview: id,
      name: press.prompt,
      skip: [],
      total,
      unpriced: false,
      cap: null,
    })
    // The quote ran out, or newer previews took this one's place: pressed again in the next life.
    if (answer === null || (!answer.ok && PASSING.includes(answer.error.code))) return
    if (!answer.ok) throw new Error(`A batch was refused: ${JSON.stringify(answer.error)}`)
    if (answer.data.jobs !== ENDS.length) throw new Error(`A batch has ${answer.data.jobs} jobs`)
    this.#unanswered.delete(press)
    for (const row of ENDS.keys()) this.acknowledged.add(`${press.press}/${row}`)
  }
}
