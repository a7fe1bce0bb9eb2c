import type { Values } from '../../src-preload/contract/types/form.ts'
import type { StudioChild } from './StudioChild.ts'

/** What every press of a run has in common; the prompt makes each body its own. */
export interface Prepared {
  operation: string
  model: string
  values: Values
  quoteKey: string
  /** Nano-dollars a job. */
  price: number
}

const OPERATION = 'txt2img'

/** Reads the models and chooses the one that makes the smallest picture, at its least steps. */
export async function prepareForm(child: StudioChild): Promise<Prepared> {
  const ask: StudioChild['call'] = async (route, input) => {
    const envelope = await child.call(route, input)
    if (!envelope?.ok) throw new Error(`${route}: ${envelope?.error.code ?? child.words()}`)
    return envelope
  }
  const data = async <T>(answer: Promise<{ ok: boolean; data?: T } | null>): Promise<T> => {
    const envelope = await answer
    if (envelope?.data === undefined) throw new Error('No answer')
    return envelope.data
  }
  await ask('models.refresh', undefined)
  const { models } = await data(ask('models.list', { operation: OPERATION }))
  const candidates: { area: number; model: string; values: Values }[] = []
  for (const { slug } of models) {
    const { fields, defaults } = await data(ask('forms.open', { operation: OPERATION, model: slug }))
    const values: Values = { ...defaults, prompt: 'a price for the crash test', seed: 7 }
    let area = Number.POSITIVE_INFINITY
    for (const field of fields) {
      if (field.kind === 'size' && field.width.min && field.height.min) {
        area = field.width.min * field.height.min
        Object.assign(values, { width: field.width.min, height: field.height.min })
      } else if (field.name === 'steps' && 'min' in field && field.min !== undefined)
        values['steps'] = field.min
    }
    const { issues } = await data(ask('forms.check', { operation: OPERATION, model: slug, values }))
    if (issues.length === 0) candidates.push({ area, model: slug, values })
  }
  // The service may refuse the smallest of a form that knows less than it does.
  for (const { model, values } of candidates.sort((a, b) => a.area - b.area)) {
    const draft = { operation: OPERATION, model, values }
    const quote = await data(ask('quotes.price', { ...draft, draft: 'crash', kind: 'choice' }))
    if (quote.state === 'priced') return { ...draft, quoteKey: quote.key, price: quote.price }
  }
  throw new Error(`The service prices no ${OPERATION} of a model that can run as it is`)
}
