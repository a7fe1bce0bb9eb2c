import { describe, expect, test } from 'vitest'
import { isRecord } from '../isRecord.ts'
import { openSandbox, type TestSandbox } from '../testing.ts'

async function list(sandbox: TestSandbox, query = '') {
  const { json, status } = await sandbox.get(`models${query}`)
  if (!isRecord(json) || !Array.isArray(json.data) || !isRecord(json.meta) || !isRecord(json.links)) {
    throw new Error(`No list: ${String(status)}`)
  }
  const models = json.data.filter(isRecord)
  return { models, slugs: models.map((model) => String(model.slug)), meta: json.meta, links: json.links }
}

const bySlug = (models: Record<string, unknown>[], slug: string) =>
  models.find((model) => model.slug === slug)

describe('models, as specified', () => {
  test('a page has 25 models, and following `next` lists each model once', async () => {
    await using sandbox = await openSandbox()
    const first = await list(sandbox)
    expect(first.meta).toMatchObject({ current_page: 1, per_page: 25, last_page: 2 })
    expect(first.links.prev).toBe('')
    const second = await sandbox.get(String(first.links.next))
    const rest =
      isRecord(second.json) && Array.isArray(second.json.data) ? second.json.data.filter(isRecord) : []
    const all = [...first.slugs, ...rest.map((model) => String(model.slug))]
    expect(first.slugs).toHaveLength(25)
    expect(new Set(all).size).toBe(first.meta.total)
    expect(all).toHaveLength(Number(first.meta.total))
  })

  test('per_page and page select a part of the list', async () => {
    await using sandbox = await openSandbox()
    const whole = await list(sandbox, '?per_page=100')
    const third = await list(sandbox, '?per_page=10&page=3')
    const beyond = await list(sandbox, '?per_page=10&page=99')
    expect(third.slugs).toEqual(whole.slugs.slice(20, 30))
    expect(beyond.slugs).toEqual([])
    expect(third.links.prev).toContain('page=2')
    expect(third.links.last).toContain(`page=${String(third.meta.last_page)}`)
  })

  test.each(['per_page=0', 'per_page=101', 'per_page=many', 'page=0', 'page=-1', 'page=x'])(
    '%s gets a 422 at its field',
    async (query) => {
      await using sandbox = await openSandbox()
      const { status, json } = await sandbox.get(`models?${query}`)
      expect(status).toBe(422)
      expect(json).toMatchObject({ errors: { [query.split('=')[0]!]: [expect.any(String)] } })
    },
  )

  test('the filter accepts several types and returns only models of those', async () => {
    await using sandbox = await openSandbox()
    const { models } = await list(sandbox, '?filter[inference_types]=img_upscale,txt2music&per_page=100')
    const types = models.map((model) => JSON.stringify(model.inference_types))
    expect(types).toEqual(['["img_upscale"]', '["img_upscale"]', '["txt2music"]', '["txt2music"]'])
    expect((await list(sandbox, '?filter[inference_types]=telepathy')).slugs).toEqual([])
  })

  test('the catalogue has the edge cases that a client must handle', async () => {
    await using sandbox = await openSandbox()
    const { models } = await list(sandbox, '?per_page=100')
    expect(bySlug(models, 'plain-pigment')).toMatchObject({ info: {}, loras: null, languages: null })
    expect(models.some((model) => String(model.name).length === 60)).toBe(true)
    expect(models.some((model) => JSON.stringify(model.inference_types) === '["img2mesh"]')).toBe(true)
    const steps = bySlug(models, 'cinder-one')
    expect(steps).toMatchObject({ info: { limits: { min_steps: 1, max_steps: 1 } } })
  })

  test('a withdrawn model is not listed and not accepted in requests', async () => {
    await using sandbox = await openSandbox()
    sandbox.control.hideModels(['aurora-turbo'])
    expect((await list(sandbox, '?per_page=100')).slugs).not.toContain('aurora-turbo')
    await expect(sandbox.submit()).rejects.toThrow('The selected model does not exist.')
  })
})

describe('models, as the live service lists them', () => {
  test('per_page is ignored, limit allows up to 50 per page, and links to missing pages are null', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    expect((await list(sandbox, '?per_page=3')).meta.per_page).toBe(25)
    expect((await list(sandbox, '?limit=3')).slugs).toHaveLength(3)
    const clamped = await list(sandbox, '?limit=900')
    expect(clamped.meta.per_page).toBe(50)
    expect(clamped.links).toMatchObject({ prev: null, next: null })
  })

  test('types have their live names, and a filter by spec names finds nothing', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const { models } = await list(sandbox, '?limit=50')
    expect(bySlug(models, 'stenograph')?.inference_types).toEqual([
      'video2text',
      'audio2text',
      'video_file2text',
      'audio_file2text',
    ])
    expect((await list(sandbox, '?filter[inference_types]=img_upscale')).slugs).toEqual([])
    expect((await list(sandbox, '?filter[inference_types]=img-upscale')).slugs).toHaveLength(2)
  })

  test('records have `info: []`, text for numbers and flags, and absent or null loras', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const { models } = await list(sandbox, '?limit=50')
    const turbo = bySlug(models, 'aurora-turbo')
    expect(bySlug(models, 'plain-pigment')?.info).toEqual([])
    expect(turbo).toMatchObject({ info: { features: { supports_steps: '1' }, defaults: { steps: '8' } } })
    expect(turbo).not.toHaveProperty('loras')
    expect(bySlug(models, 'cinder-one')).toMatchObject({ loras: null })
  })
})
