import { randomUUID } from 'node:crypto'
import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { LibrarySamples } from '../librarySamples.ts'
import type { BenchStudio } from '../openStudio.ts'
import { type RouteCall, routeVariants } from './RouteCall.ts'

type Handlers = BenchStudio['handlers']
type Draft = RouteInput<'forms.check'>

/** Calls of the routes that fill a form: models, earlier prompts, presets, snippets and saved drafts. */
export function createFormCalls(
  handlers: Handlers,
  { searchWords }: LibrarySamples,
  draft: (n: number) => Draft,
): RouteCall[] {
  const variants = routeVariants(handlers)
  const { operation } = draft(0)
  const prompts = () => ({ operation, field: 'prompt', search: '', before: null, limit: 50 })
  const preset = { operation, model: null, service: null, values: { steps: 1 }, picture: null }
  return [
    ...variants('models.details', { '': () => ({ operation }) }),
    ...variants('models.prices', {
      '': async (n) => {
        const { models } = await handlers['models.list']({ operation })
        return { operation, values: draft(n).values, models: models.map(({ slug }) => slug), request: false }
      },
    }),
    ...variants('prompts.list', {
      newest: () => prompts(),
      'search, common': () => ({ ...prompts(), search: searchWords.common }),
      'search, nothing': () => ({ ...prompts(), search: searchWords.none }),
    }),
    ...variants('prompts.remove', { '': (n) => ({ id: n }) }),
    ...variants('presets.list', { '': () => undefined }),
    ...variants('presets.save', { '': (n) => ({ ...preset, id: 'bench', name: `Preset ${n}` }) }),
    ...variants('presets.import', {
      '': (n) => ({
        text: JSON.stringify({
          format: 'easel-presets',
          version: 1,
          presets: [{ ...preset, name: `Imported ${n}`, values: { steps: n } }],
        }),
      }),
    }),
    ...variants('presets.delete', { '': () => ({ id: 'bench' }) }),
    ...variants('snippets.list', { '': () => undefined }),
    ...variants('snippets.save', { '': (n) => ({ id: 'bench', name: `Snippet ${n}`, text: 'a fox' }) }),
    ...variants('snippets.delete', { '': () => ({ id: 'bench' }) }),
    ...variants('batches.draft', { '': () => ({ operation }) }),
    ...variants('batches.save_draft', { '': () => ({ operation, draft: null }) }),
  ]
}

/** Calls that enqueue jobs. */
export function createEnqueueCalls(handlers: Handlers, draft: (n: number) => Draft): RouteCall[] {
  const variants = routeVariants(handlers)
  const click = (n: number) => ({ ...draft(n), idempotencyKey: randomUUID(), another: true, quote: null })
  return [
    ...variants('jobs.enqueue', { '': click }),
    ...variants('jobs.enqueue_copies', { '': (n) => ({ ...click(n), copies: 4, total: null }) }),
  ]
}
