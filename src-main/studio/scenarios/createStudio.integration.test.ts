import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { ShownQuote } from '../../../src-preload/contract/types/quote.ts'
import type { Studio } from '../Studio.ts'
import { clipOf, mp3Of } from '../testing/media/audioVideo.ts'
import { pngOf } from '../testing/media/images.ts'
import { sandboxStudio } from '../testing/worlds/sandboxStudio.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'

/** MP3 frames of 5.5 seconds, a duration that every audio field accepts. */
const FRAMES = Math.ceil((5.5 * 44_100) / 1152)
const bytesOf = {
  image: pngOf(256, 192),
  audio: mp3Of(FRAMES, true),
  video: clipOf({ width: 256, height: 256, seconds: 4, tracks: ['vide', 'soun'] }),
}

async function studioWith(flavour: 'spec' | 'live') {
  const { studio, sandbox, dataFolder } = await sandboxStudio({ flavour })
  const { handlers } = studio
  const folder = temporaryFolder()
  const storeFile = (kind: keyof typeof bytesOf): Promise<Asset> => {
    const path = join(folder, `My ${kind}.dat`)
    writeFileSync(path, bytesOf[kind])
    return studio.inputs.store({ path }, { name: `My ${kind}.dat` })
  }
  const open = async (operation: string) => {
    const { models } = await handlers['models.list']({ operation })
    return handlers['forms.open']({ operation, model: models[0]?.slug ?? '' })
  }
  await handlers['models.refresh']()
  /** Runs a form at its quoted price and compares the price with the bill. */
  const runAtQuote = async (operation: string, values: Values, form: Form) => {
    const draft = { draftId: operation, kind: 'choice', operation, model: form.model.slug, values } as const
    const quote = await handlers['quotes.price'](draft)
    expect(quote, `${operation} ${JSON.stringify(quote)}`).toMatchObject({ state: 'priced' })
    const shown = quote.state === 'priced' ? quote : null
    const { price } = shown ?? {}
    const job = await run(
      studio,
      operation,
      values,
      form,
      shown && { key: shown.key, price: shown.price, quotedAt: shown.quotedAt },
    )
    expect(Math.round((sandbox.control.ledger().at(-1)?.price ?? 0) * 1e9), operation).toBe(price)
    return job
  }
  return { studio, handlers, storeFile, open, runAtQuote, dataFolder, sandbox }
}

/** Fills in a form as the user must: every required file, address and text. */
async function fill(form: Form, storeFile: (kind: keyof typeof bytesOf) => Promise<Asset>): Promise<Values> {
  const values: Values = { ...form.defaults }
  const groups = new Set<string>()
  for (const field of form.fields) {
    if (field.when && !field.when.is.some((wanted) => wanted === values[field.when?.field ?? ''])) continue
    // The smallest values, so that the jobs are short.
    if (field.kind === 'integer' && field.min !== undefined) values[field.name] = field.min
    if (field.kind === 'size') Object.assign(values, { width: field.width.min, height: field.height.min })
    const isFirstOfGroup = field.oneOf !== undefined && !groups.has(field.oneOf)
    if (field.oneOf !== undefined) groups.add(field.oneOf)
    if (!field.required && !isFirstOfGroup) continue
    if (field.kind === 'file') {
      const kind = field.media[0] ?? 'image'
      values[field.name] = [(await storeFile(kind)).id]
    } else if (field.kind === 'url') values[field.name] = 'https://www.youtube.com/watch?v=abc'
    else if (field.kind === 'text' && !values[field.name]) values[field.name] = 'A fox hums softly at night'
  }
  return values
}

async function run(
  { handlers }: Studio,
  operation: string,
  values: Values,
  form: Form,
  quote: ShownQuote | null = null,
) {
  const { id } = await handlers['jobs.enqueue']({
    idempotencyKey: randomUUID(),
    operation,
    model: form.model.slug,
    values,
    quote,
    // Two tasks may run the same operation with the same request.
    another: true,
  })
  const state = async () => (await handlers['jobs.get']({ id })).state
  await expect.poll(state, { timeout: 60_000, interval: 50 }).not.toMatch(/queued|sending|running|saving$/)
  return handlers['jobs.get']({ id })
}

describe.each(['spec', 'live'] as const)('with the %s sandbox', (flavour) => {
  it(
    'every offered task runs for its quoted price and saves a result with the viewer of its kind',
    { timeout: 120_000 },
    async () => {
      const world = await studioWith(flavour)
      const { operations } = await world.handlers['operations.list']()
      const offered = operations.filter(({ models }) => models > 0)
      expect(offered.length).toBeGreaterThan(15)
      const shown: Record<string, string> = {}
      for (const { id } of offered) {
        const form = await world.open(id)
        const values = await fill(form, world.storeFile)
        const issues = await world.handlers['forms.check']({ operation: id, model: form.model.slug, values })
        expect(issues, id).toEqual({ issues: [] })
        const job = await world.runAtQuote(id, values, form)
        expect(job, `${id} ${JSON.stringify(job.problem)}`).toMatchObject({ state: 'saved' })
        const result = job.assets.find(({ role }) => role === 'result')
        const detail = await world.handlers['library.asset']({ id: result?.id ?? '' })
        shown[id] = detail.viewer
        const given = form.fields.filter(({ name, kind }) => kind === 'file' && values[name])
        const fields = detail.inputs.map(({ field }) => field)
        // A task may run as another one, whose fields have other names.
        if (job.operation === id) expect(fields, id).toEqual(given.map(({ name }) => name))
        else expect(fields, id).toHaveLength(given.length)
        if (['audio', 'video'].includes(detail.asset.kind))
          expect(detail.asset.durationMs, id).toBeGreaterThan(0)
        if (['image', 'video'].includes(detail.asset.kind)) expect(detail.asset.width, id).toBeGreaterThan(0)
      }
      expect(Object.values(shown)).not.toContain('file')
      expect(new Set(Object.values(shown))).toEqual(
        new Set(['image', 'video', 'audio', 'transcript', 'ocr', 'embedding']),
      )
    },
  )

  it('a task that is defined only in operations.json is priced, run, saved and shown', async () => {
    const world = await studioWith(flavour)
    const { handlers } = world
    expect((await handlers['operations.list']()).unknown).toEqual([{ type: 'img2mesh', models: 1 }])
    const image = { name: 'image', kind: 'file', media: ['image'], required: true }
    const faces = { name: 'faces', kind: 'integer', required: true }
    const mesh = { makes: 'text', encoding: 'multipart', fields: [image, faces] }
    writeFileSync(join(world.dataFolder, 'operations.json'), JSON.stringify({ img2mesh: mesh }))
    expect(await handlers['catalogue.reload']()).toMatchObject({ problems: [] })
    expect((await handlers['operations.list']()).unknown).toEqual([])
    const form = await world.open('img2mesh')
    const job = await world.runAtQuote('img2mesh', await fill(form, world.storeFile), form)
    expect(job).toMatchObject({ state: 'saved' })
    const result = job.assets.find(({ role }) => role === 'result')
    expect(await handlers['library.asset']({ id: result?.id ?? '' })).toMatchObject({ viewer: 'text' })
    expect(world.sandbox.control.ledger()).toMatchObject([{ operation: 'img2mesh', body: { faces: '1000' } }])
  })

  it('a transcript can be searched, exported and traced back to its recording', async () => {
    const world = await studioWith(flavour)
    const form = await world.open('audiofile2txt')
    const audio = await world.storeFile('audio')
    const values = { ...form.defaults, audio: [audio.id], include_ts: true }
    const job = await world.runAtQuote('audiofile2txt', values, form)
    const id = job.assets[0]?.id ?? ''
    const { segments, text } = await world.handlers['library.transcript']({ id })
    expect(segments.length).toBeGreaterThan(0)
    expect(segments.every(({ start }) => start !== null)).toBe(true)
    const [word = ''] = text.split(' ')
    const found = await world.handlers['library.page']({
      before: null,
      limit: 50,
      filter: { trash: false, search: word, conditions: [] },
      sort: { by: 'date', descending: true },
    })
    expect(found.tiles.map((tile) => tile.id)).toContain(id)
    const { base64 } = await world.handlers['library.export']({ id, format: 'srt' })
    expect(Buffer.from(base64, 'base64').toString()).toContain(' --> ')
    const { nodes, total } = await world.handlers['library.lineage']({ id })
    expect(nodes.map(({ tile, generation }) => [tile.id, generation])).toEqual([
      [id, 0],
      [audio.id, -1],
    ])
    expect(total).toEqual({ amount: job.price, isLowerBound: false })
    const { nodes: uses } = await world.handlers['library.lineage']({ id: audio.id })
    expect(uses.map(({ tile }) => tile.id)).toContain(id)
  })

  it('a result is the input of the next task, byte for byte', async () => {
    const world = await studioWith(flavour)
    const first = await world.open('txt2img')
    const image = await world.runAtQuote('txt2img', await fill(first, world.storeFile), first)
    expect(image, JSON.stringify(image.problem)).toMatchObject({ state: 'saved' })
    const id = image.assets.find(({ role }) => role === 'result')?.id ?? ''
    const { uses } = await world.handlers['library.uses']({ id })
    const use = uses.find(({ operation }) => operation === 'img2video')
    expect(use).toMatchObject({ available: true, field: 'first_frame_image' })
    const form = await world.open('img2video')
    const values = { ...(await fill(form, world.storeFile)), first_frame_image: [id] }
    const video = await world.runAtQuote('img2video', values, form)
    expect(video.state).toBe('saved')
    const { nodes, total } = await world.handlers['library.lineage']({ id: video.assets[0]?.id ?? '' })
    expect(nodes.filter(({ generation }) => generation === -1).map(({ tile }) => tile.id)).toContain(id)
    expect(total).toEqual({ amount: (image.price ?? 0) + (video.price ?? 0), isLowerBound: false })
  })

  it('a file deleted since it was chosen is reported at its field, before anything is paid', async () => {
    const world = await studioWith(flavour)
    const form = await world.open('img2txt')
    const { id } = await world.studio.inputs.store({ stream: toStream(pngOf(99, 98)) }, { name: 'gone.png' })
    const values = { ...form.defaults, image: [id] }
    const path = world.studio.getAssetPath(id) ?? ''
    expect(readFileSync(path).length).toBeGreaterThan(0)
    rmSync(path)
    const draft = { operation: 'img2txt', model: form.model.slug, values }
    const { issues } = await world.handlers['forms.check'](draft)
    expect(issues).toMatchObject([{ field: 'image', code: 'file_missing' }])
    await expect(
      world.handlers['jobs.enqueue']({ ...draft, idempotencyKey: randomUUID(), quote: null }),
    ).rejects.toThrow('invalid_form')
  })
})

it('the ledger records failed jobs as the service reported them, and agrees with its balance', async () => {
  const world = await studioWith('spec')
  const form = await world.open('txt2img')
  const before = world.sandbox.control.balance()
  const money: Record<string, string | undefined> = {}
  for (const fault of ['job-fails', 'job-fails=kept', 'job-fails=bare', 'job-fails=bare-kept']) {
    world.sandbox.control.setFaults([fault])
    const values = { ...(await fill(form, world.storeFile)), prompt: fault }
    const quote = await world.handlers['quotes.price']({
      draftId: fault,
      operation: 'txt2img',
      model: form.model.slug,
      values,
    })
    if (quote.state !== 'priced') throw new Error(quote.state)
    const job = await run(world.studio, 'txt2img', values, form, quote)
    money[fault] = job.problem?.money
  }
  expect(money).toEqual({
    'job-fails': 'refunded',
    'job-fails=kept': 'charged',
    'job-fails=bare': 'refund_unconfirmed',
    'job-fails=bare-kept': 'refund_unconfirmed',
  })
  const { totals } = await world.handlers['spend.report']({ period: 'all', by: 'day' })
  const { jobs: unconfirmed, amount } = totals.unconfirmed
  expect([totals.completed.jobs, totals.refunded.jobs, unconfirmed]).toEqual([1, 1, 2])
  // The service kept the price of one of the two jobs without a refund status.
  const kept = before - world.sandbox.control.balance()
  expect((totals.completed.amount + amount / 2) / 1e9).toBeCloseTo(kept, 8)
})

async function* toStream(bytes: Buffer) {
  yield bytes
}
