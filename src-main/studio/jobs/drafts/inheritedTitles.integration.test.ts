import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

const poll = <T>(work: () => T) => expect.poll(work, { interval: 20 })

it('results made from a result have its title everywhere, and are found by its prompt, model, task and seed', async () => {
  const { studio, dataFolder } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  await handlers['models.refresh']()
  const make = async (operation: string, values: Record<string, string | string[] | number>) => {
    const { models } = await handlers['models.list']({ operation })
    const draft = { operation, model: models[0]?.slug ?? '' }
    const { defaults } = await handlers['forms.open'](draft)
    const { id } = await handlers['jobs.enqueue']({
      ...draft,
      values: { ...defaults, ...values },
      idempotencyKey: randomUUID(),
      quote: null,
    })
    await poll(async () => (await handlers['jobs.get']({ id })).state).toBe('saved')
    return handlers['jobs.get']({ id })
  }
  const prompt = 'A lighthouse at dusk'
  const image = await make('txt2img', { prompt, width: 256, height: 256, seed: 7_310_425 })
  const cutOut = await make('img_rmbg', { image: [image.assets[0]?.id ?? ''] })
  const enlarged = await make('img_upscale', { image: [cutOut.assets[0]?.id ?? ''] })
  expect([cutOut.title, enlarged.title]).toEqual([prompt, prompt])

  const request = { before: null, limit: 10, sort: { by: 'date', descending: true } } as const
  for (const search of ['lighthouse', image.model.name, 'text to image', '7310425']) {
    const filter = { trash: false, conditions: [], search }
    expect((await handlers['library.page']({ ...request, filter })).tiles, search).toHaveLength(3)
  }

  const { title, fileName } = await handlers['library.asset']({ id: enlarged.assets[0]?.id ?? '' })
  expect(title).toBe(prompt)
  const sidecar = () => readFileSync(join(dataFolder, 'library', `${fileName}.json`), 'utf8')
  await poll(() => JSON.parse(sidecar())).toMatchObject({ title: prompt })
})
