import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { imageModels } from '../../../sandbox/models/imageModels.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

const DAY_MS = 86_400_000
const operation = 'txt2img'

async function studioWithJob() {
  const world = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = world.studio
  await handlers['models.refresh']()
  const { models } = await handlers['models.list']({ operation })
  const [model, other] = models.map(({ slug }) => slug)
  if (model === undefined || other === undefined) throw new Error('The sandbox lists too few models.')
  const { defaults } = await handlers['forms.open']({ operation, model })
  const draft = { operation, model, values: { ...defaults, prompt: 'a fox', seed: 7 } }
  const price = async () => {
    const quote = await handlers['quotes.price']({ ...draft, draftId: 'test', kind: 'choice' })
    return quote.state === 'priced' ? quote : null
  }
  const enqueue = async () => {
    const { id } = await handlers['jobs.enqueue']({
      ...draft,
      idempotencyKey: randomUUID(),
      quote: await price(),
      another: true,
    })
    return id
  }
  const id = await enqueue()
  await expect.poll(async () => (await handlers['jobs.get']({ id })).state, { interval: 20 }).toBe('saved')
  const changes = async () => (await handlers['models.changes']())?.changes ?? []
  const connectionId = (await handlers['models.changes']())?.connection.id ?? ''
  return { ...world, handlers, model, other, enqueue, changes, connectionId }
}

it('reports nothing after the first list, and not that an unused model is gone', async () => {
  const { handlers, sandbox, other, changes } = await studioWithJob()
  expect(await changes()).toEqual([])
  sandbox.control.hideModels([other])
  await handlers['models.refresh']()
  expect(await changes()).toEqual([])
})

it('reports a model that is gone with the number of presets that use it, even if no job did', async () => {
  const { handlers, sandbox, other, changes } = await studioWithJob()
  await handlers['presets.save']({
    name: 'Night',
    operation: 'txt2img',
    model: { slug: other, name: 'Other' },
    service: null,
    values: {},
    picture: null,
  })
  sandbox.control.hideModels([other])
  await handlers['models.refresh']()
  expect(await changes()).toMatchObject([{ slug: other, kind: 'gone', presets: 1 }])
})

it('reports a used model that is gone until it is dismissed, and then that it is back', async () => {
  const { handlers, sandbox, model, changes, connectionId } = await studioWithJob()
  sandbox.control.hideModels([model])
  await handlers['models.refresh']()
  expect(await changes()).toMatchObject([{ slug: model, kind: 'gone', queued: 0 }])
  await handlers['models.refresh']()
  expect(await changes()).toHaveLength(1)
  await handlers['models.dismiss_changes']({ connectionId, slugs: [model] })
  expect(await changes()).toEqual([])
  sandbox.control.hideModels([])
  await handlers['models.refresh']()
  expect(await changes()).toMatchObject([{ slug: model, kind: 'back' }])
})

it('does not report a model that was gone and came back before the changes were requested', async () => {
  const { handlers, sandbox, model, changes } = await studioWithJob()
  sandbox.control.hideModels([model])
  await handlers['models.refresh']()
  sandbox.control.hideModels([])
  await handlers['models.refresh']()
  expect(await changes()).toEqual([])
})

it('reports a model that was added after the first list, with its tasks', async () => {
  const { studio, sandbox } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  const slug = imageModels[0]?.slug ?? ''
  sandbox.control.hideModels([slug])
  await handlers['models.refresh']()
  sandbox.control.hideModels([])
  await handlers['models.refresh']()
  expect((await handlers['models.changes']())?.changes).toMatchObject([
    { slug, kind: 'new', tasks: expect.arrayContaining(['Text to image']) },
  ])
})

it('reports a changed limit of a used model until the model is used again', async () => {
  const { handlers, sandbox, model, enqueue, changes } = await studioWithJob()
  sandbox.control.changeModel(model, { limits: { max_width: 1600 } })
  await handlers['models.refresh']()
  expect(await changes()).toMatchObject([
    { slug: model, kind: 'changed', price: null, differences: [{ name: 'Max width', after: '1,600' }] },
  ])
  await enqueue()
  expect(await changes()).toEqual([])
})

it('reports a changed price of the last request, once the known price is a day old', async () => {
  const { handlers, sandbox, model, changes, skip, connectionId } = await studioWithJob()
  sandbox.control.setPriceFactors({ [model]: 2 })
  await handlers['models.refresh']()
  expect(await changes()).toEqual([])
  skip(DAY_MS)
  await handlers['models.refresh']()
  const poll = expect.poll(changes, { interval: 20 })
  await poll.toMatchObject([{ slug: model, kind: 'changed', differences: [] }])
  const price = (await changes())[0]?.price
  expect(price?.after).toBe((price?.before ?? 0) * 2)
  await handlers['models.dismiss_changes']({ connectionId, slugs: [model] })
  expect(await changes()).toEqual([])
})
