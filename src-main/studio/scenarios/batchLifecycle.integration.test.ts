import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { Agent } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../sandbox/startSandbox.ts'
import { systemClock } from '../../hosts/shared/world/systemClock.ts'
import { createStudio } from '../createStudio.ts'
import { createFastClock } from '../testing/createFastClock.ts'
import { fakeKeychain } from '../testing/fakeKeychain.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder, smallDisk } from '../testing/temporaryFolder.ts'

const JOBS = 60
type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** Factor by which the studio's clock runs faster than real time. */
const SPEED = 20

async function openStudio(dataFolder: string, runningSandbox?: Sandbox) {
  const sandbox =
    runningSandbox ??
    (await startSandbox({ flavour: 'spec', speed: 50, seed: 7, faults: ['submit:slow=500'] }))
  const dispatcher = new Agent({ allowH2: false, pipelining: 1 })
  const began = Date.now()
  const { address, key } = sandbox
  const studio = await createStudio({
    version: '0',
    dataFolder,
    clock: createFastClock(systemClock, SPEED, began),
    random: Math.random,
    uuid: randomUUID,
    dispatcher,
    keychain: fakeKeychain(),
    sandbox: { start: async () => ({ address, key }) },
    environment: { address, key },
    log: memoryLog(),
  })
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= studio.close().then(() => dispatcher.destroy()))
  onTestFinished(async () => {
    await close()
    await sandbox.close()
  })
  const stopReasons: unknown[] = []
  studio.onEvent((event) => {
    if (event.type === 'announcement') stopReasons.push(event.announcement.stopReason)
  })
  return { handlers: studio.handlers, sandbox, stopReasons, close }
}

async function enqueueBatch(
  { handlers }: Awaited<ReturnType<typeof openStudio>>,
  count: number,
  cap: number | null = null,
): Promise<void> {
  await handlers['models.refresh']()
  const operation = 'txt2img'
  const { models } = await handlers['models.list']({ operation })
  const form = await handlers['forms.open']({ operation, model: models[0]?.slug ?? '' })
  const values = { ...form.defaults, prompt: 'A fox', width: 256, height: 256, steps: 4 }
  const seeds = 'new' as const
  const plan = { count, seeds, variants: false, wildcards: {}, axes: [], table: null, files: null }
  const draft = { operation, model: form.model.slug, values, plan }
  const { id } = await handlers['batches.preview'](draft)
  const { total } = await handlers['batches.price']({ preview: id, limit: 5 })
  const click = {
    idempotencyKey: randomUUID(),
    preview: id,
    name: 'Foxes',
    skip: [],
    total,
    unpriced: false,
    cap,
  }
  await handlers['batches.enqueue'](click)
}

it('sending stops with `disk_low` while the disk is full, and resumes when there is space', async (context) => {
  const folder = smallDisk(context, 100)
  const studio = await openStudio(folder)
  const { handlers, sandbox } = studio
  await enqueueBatch(studio, JOBS)

  const saved = async () => (await handlers['batches.list']()).batches[0]?.saved ?? 0
  const submits = () => sandbox.control.counts().submit
  await expect.poll(saved).toBeGreaterThan(0)
  const filler = join(folder, 'filler')
  writeFileSync(filler, Buffer.alloc(60 << 20))
  const problem = async () => (await handlers['queue.summary']()).problem
  await expect.poll(problem).toMatchObject({ code: 'disk_low', money: 'none' })
  const running = async () => (await handlers['queue.summary']()).running.jobs
  await expect.poll(running).toBe(0)
  const sent = submits()
  expect(sent).toBeLessThan(JOBS)
  expect(await saved()).toBe(sent)

  rmSync(filler)
  await expect.poll(saved, { timeout: 60_000 }).toBe(JOBS)
  expect(submits()).toBe(JOBS)
  expect(await problem()).toBeNull()
})

it('a batch that is resumed before the startup tasks have run continues', async () => {
  const folder = temporaryFolder()
  const first = await openStudio(folder)
  await first.handlers['queue.pause']()
  await enqueueBatch(first, 20)
  await first.close()
  const { handlers } = await openStudio(folder, first.sandbox)
  await handlers['queue.resume']({ all: true })
  const batch = async () => (await handlers['batches.list']()).batches[0]
  await expect.poll(batch).toMatchObject({ state: 'running', saved: 20 })
})

it('a batch of the last session is not sent even if its hold cannot be written at the start', async () => {
  const folder = temporaryFolder()
  const first = await openStudio(folder)
  await first.handlers['queue.pause']()
  await enqueueBatch(first, 3)
  await first.close()
  const database = new DatabaseSync(join(folder, 'easel.db'))
  onTestFinished(() => database.close())
  database.exec(`CREATE TRIGGER full_disk BEFORE UPDATE ON batches
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  const { handlers, sandbox } = await openStudio(folder, first.sandbox)
  await handlers['queue.resume']({ all: false })
  database.exec('DROP TRIGGER full_disk')
  const batch = async () => (await handlers['batches.list']()).batches[0]
  await expect.poll(batch).toMatchObject({ state: 'waiting' })
  expect(sandbox.control.counts().submit).toBe(0)
  await handlers['queue.resume']({ all: true })
  await expect.poll(batch).toMatchObject({ state: 'running', saved: 3 })
})

it('a batch that the user resumes is announced again when it stops for the same reason, also after a restart', async () => {
  const folder = temporaryFolder()
  const first = await openStudio(folder)
  await enqueueBatch(first, 3, 1)
  await expect.poll(() => first.stopReasons).toEqual(['cap'])
  await first.handlers['queue.resume']({ all: true })
  await expect.poll(() => first.stopReasons).toEqual(['cap', 'cap'])
  await first.close()
  const second = await openStudio(folder, first.sandbox)
  await second.handlers['queue.resume']({ all: true })
  await expect.poll(() => second.stopReasons).toEqual(['cap'])
})

it('a long batch is cancelled in slices, between which the main thread does other work', async () => {
  const studio = await openStudio(temporaryFolder())
  const { handlers, sandbox } = studio
  await handlers['queue.pause']()
  await enqueueBatch(studio, 450)
  const batch = (await handlers['batches.list']()).batches[0]?.id ?? ''
  let isDone = false
  let turns = 0
  const cancelling = handlers['queue.cancel']({ batch }).finally(() => (isDone = true))
  while (!isDone) {
    turns++
    await setImmediate()
  }
  expect(await cancelling).toMatchObject({ cancelled: 450 })
  expect(turns).toBeGreaterThanOrEqual(4)
  expect((await handlers['queue.summary']()).unsent.jobs).toBe(0)
  expect(sandbox.control.counts().submit).toBe(0)
})

it('a batch that is moved to the front keeps the order of its jobs', async () => {
  const studio = await openStudio(temporaryFolder())
  const { handlers } = studio
  await handlers['queue.pause']()
  await enqueueBatch(studio, 5)
  await enqueueBatch(studio, 5)
  const queued = async () =>
    (await handlers['queue.page']({ filter: { states: ['queued'] }, cursor: null, limit: 20 })).jobs
  const before = await queued()
  const batch = before.at(-1)?.batch ?? ''
  expect(await handlers['queue.move']({ batch, to: 'front' })).toEqual({ moved: 5 })
  const ids = (jobs: typeof before) => jobs.map(({ id }) => id)
  expect(ids(await queued())).toEqual([...ids(before).slice(5), ...ids(before).slice(0, 5)])
})
