import { pngOf } from '../../src-main/studio/testing/media/images.ts'

export interface ServiceResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

const info = {
  limits: { min_width: 64, max_width: 2048, min_height: 64, max_height: 2048, min_steps: 1, max_steps: 50 },
  features: { supports_steps: true },
  defaults: { width: 64, height: 64, steps: 4 },
}
const model = (slug: string, ...types: string[]) => ({
  name: slug,
  slug,
  inference_types: types,
  info,
  languages: [],
  loras: [],
  tags: [],
})
/** The models of the working service, by slug, with the task the calls use. */
export const MODELS = { pictures: 'txt2img', reader: 'img2txt', vectors: 'txt2embedding' } as const

const PNG = pngOf(8, 8)
const json = (data: unknown): ServiceResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(data),
})

/** A service without faults: every job finishes at once with a result of its kind. */
export class WorkingService {
  readonly #uuid: () => string
  /** The task of each job, by request id. */
  readonly #jobs = new Map<string, string>()

  constructor(uuid: () => string) {
    this.#uuid = uuid
  }

  respond(path: string, method: string): ServiceResponse {
    const route = path.split('?')[0] ?? ''
    if (route.endsWith('.png')) {
      const headers = { 'content-type': 'image/png', 'content-length': String(PNG.length) }
      return { status: 200, headers, body: PNG }
    }
    if (route.endsWith('/models')) {
      const data = Object.entries(MODELS).map(([slug, type]) => model(slug, type))
      const meta = { current_page: 1, last_page: 1, per_page: 50, total: data.length }
      return json({ data, links: { next: null }, meta })
    }
    if (route.includes('/price')) return json({ data: { price: 0.00136 } })
    if (route.includes('/request-status/')) return json({ data: this.#done(route.split('/').at(-1) ?? '') })
    if (method !== 'POST') return json({ data: { balance: '19.72' } })
    const id = this.#uuid()
    this.#jobs.set(id, route.split('/').at(-1) ?? '')
    return json({ data: { request_id: id } })
  }

  #done(id: string): unknown {
    const done = { status: 'done', progress: '100', preview: null }
    const task = this.#jobs.get(id)
    if (task === 'img2txt') return { ...done, result: 'Boats at low tide\nand a fox' }
    if (task === 'txt2embedding') return { ...done, result: '{"embeddings":[[0.1,0.2,0.3]]}' }
    return { ...done, result_url: `https://r.example/${id}.png`, results_alt_formats: {} }
  }
}
