import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../sandbox/startSandbox.ts'
import { createStudio } from './createStudio.ts'
import { fakeKeychain } from './testing/fakeKeychain.ts'
import { memoryLog } from './testing/memoryLog.ts'
import { smallDisk } from './testing/smallDisk.ts'

const ROWS = 60
/** The studio's pauses pass this much faster. */
const SPEED = 20

async function studioOn(dataFolder: string) {
  const sandbox = await startSandbox({ flavour: 'spec', speed: 50, seed: 7, faults: ['submit:slow=500'] })
  const dispatcher = new Agent({ allowH2: false, pipelining: 1 })
  const began = Date.now()
  const { address, key } = sandbox
  const studio = await createStudio({
    version: '0',
    dataFolder,
    clock: {
      now: () => began + (Date.now() - began) * SPEED,
      after: (ms, run) => {
        const timer = setTimeout(run, ms / SPEED)
        return () => clearTimeout(timer)
      },
    },
    random: Math.random,
    uuid: randomUUID,
    dispatcher,
    keychain: fakeKeychain(),
    sandbox: { start: async () => ({ address, key }) },
    environment: { address, key },
    log: memoryLog(),
  })
  onTestFinished(async () => {
    await studio.close()
    await dispatcher.destroy()
    await sandbox.close()
  })
  return { handlers: studio.handlers, sandbox }
}

it('a disk that fills up amid a batch stops the sending, says so, and goes on with room', async (context) => {
  const folder = smallDisk(context, 100)
  const { handlers, sandbox } = await studioOn(folder)
  await handlers['models.refresh']()
  const operation = 'txt2img'
  const { models } = await handlers['models.list']({ operation })
  const form = await handlers['forms.open']({ operation, model: models[0]?.slug ?? '' })
  const values = { ...form.defaults, prompt: 'A fox', width: 256, height: 256, steps: 4 }
  const plan = {
    count: ROWS,
    seeds: 'new',
    variants: false,
    wildcards: {},
    axes: [],
    table: null,
    files: null,
  }
  const draft = { operation, model: form.model.slug, values, plan: { ...plan, seeds: 'new' as const } }
  const { id } = await handlers['batches.preview'](draft)
  const priced = await handlers['batches.price']({ preview: id, most: 5 })
  const { total } = priced
  const press = {
    press: randomUUID(),
    preview: id,
    name: 'Foxes',
    skip: [],
    total,
    unpriced: false,
    cap: null,
  }
  await handlers['batches.enqueue'](press)

  const saved = async () => (await handlers['batches.list']()).batches[0]?.saved ?? 0
  const submits = () => sandbox.control.counts().submit
  await expect.poll(saved, { timeout: 30_000 }).toBeGreaterThan(0)
  const filler = join(folder, 'filler')
  writeFileSync(filler, Buffer.alloc(60 << 20))
  const problem = async () => (await handlers['queue.summary']()).problem
  await expect.poll(problem, { timeout: 30_000 }).toMatchObject({ code: 'disk_low', money: 'none' })
  const running = async () => (await handlers['queue.summary']()).running.jobs
  await expect.poll(running, { timeout: 30_000 }).toBe(0)
  const sent = submits()
  expect(sent).toBeLessThan(ROWS)
  expect(await saved()).toBe(sent)

  rmSync(filler)
  await expect.poll(saved, { timeout: 60_000 }).toBe(ROWS)
  expect(submits()).toBe(ROWS)
  expect(await problem()).toBeNull()
})
