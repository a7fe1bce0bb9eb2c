import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { migratedDatabase } from '../testing/migratedDatabase.ts'
import { pngOf } from '../testing/media/images.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { catchProblem } from '../testing/worlds/createBatchWorld.ts'
import { sandboxStudio } from '../testing/worlds/sandboxStudio.ts'

/** Speed of the studio's clock, so that its checks of the disk, seconds apart, follow one another quickly. */
const CLOCK_SPEED = 20

const disconnected = { code: 'library_disconnected', money: 'none' }

/** A studio with a saved image, whose library can be taken away and put back. */
async function setUp() {
  const parent = temporaryFolder()
  const dataFolder = join(parent, 'disk')
  mkdirSync(dataFolder)
  const elsewhere = join(parent, 'elsewhere')
  const { studio, sandbox, close } = await sandboxStudio({
    flavour: 'spec',
    dataFolder,
    clockSpeed: CLOCK_SPEED,
  })
  const { handlers } = studio
  const operation = 'txt2img'
  await handlers['models.refresh']()
  const model = (await handlers['models.list']({ operation })).models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  const click = (seed: number) => ({
    operation,
    model,
    values: { ...defaults, prompt: 'a fox', seed },
    idempotencyKey: randomUUID(),
    quote: null,
    another: false,
  })
  const getJob = (id: string) => handlers['jobs.get']({ id })
  const waitUntilSaved = async (id: string) => {
    await expect.poll(async () => (await getJob(id)).state).toBe('saved')
    return (await getJob(id)).assets.find(({ role }) => role === 'result')?.id ?? ''
  }
  const run = async (seed: number) => waitUntilSaved((await handlers['jobs.enqueue'](click(seed))).id)
  const takeAway = () => renameSync(dataFolder, elsewhere)
  const putBack = () => {
    if (existsSync(elsewhere)) renameSync(elsewhere, dataFolder)
  }
  // The studio closes its files in the folder.
  onTestFinished(putBack)
  const noticeCodes = async () => (await handlers['studio.info']()).notices.map(({ problem }) => problem.code)
  const submits = () => sandbox.control.counts().submit
  return {
    studio,
    handlers,
    close,
    sandbox,
    dataFolder,
    click,
    run,
    waitUntilSaved,
    takeAway,
    putBack,
    noticeCodes,
    submits,
  }
}

it('while the folder of the library is gone, one notice says so and no file is called missing; it is withdrawn when the folder is back', async () => {
  const { handlers, run, takeAway, putBack, noticeCodes } = await setUp()
  const id = await run(1)
  takeAway()
  await expect.poll(noticeCodes).toEqual(['library_disconnected'])
  expect(await handlers['library.file_state']({ id })).toEqual({
    state: 'disconnected',
    canFetchAgain: false,
  })
  await handlers['maintenance.check']()
  const status = () => handlers['maintenance.status']()
  await expect.poll(async () => (await status())?.state).toBe('failed')
  expect(await status()).toMatchObject({ problem: disconnected, problems: [] })
  putBack()
  await expect.poll(noticeCodes).toEqual([])
  expect((await handlers['library.file_state']({ id })).state).toBe('present')
})

it('while the folder of the library is gone, a click is rejected and sends nothing; the same click works when it is back', async () => {
  const { handlers, click, run, waitUntilSaved, takeAway, putBack, noticeCodes, submits } = await setUp()
  await run(1)
  const sent = submits()
  takeAway()
  await expect.poll(noticeCodes).toEqual(['library_disconnected'])
  const input = click(2)
  expect(await catchProblem(() => handlers['jobs.enqueue'](input))).toMatchObject({
    ...disconnected,
    money: 'not_charged',
  })
  // An identical job whose file isn't there now is still not paid twice.
  expect(await handlers['jobs.enqueue'](click(1))).toMatchObject({ state: 'saved', already: 'completed' })
  expect(submits()).toBe(sent)
  putBack()
  await expect.poll(noticeCodes).toEqual([])
  await waitUntilSaved((await handlers['jobs.enqueue'](input)).id)
  expect(submits()).toBe(sent + 1)
})

it('a job that runs while the folder of the library disappears is saved once it is back, and no second folder is created', async () => {
  const { handlers, sandbox, dataFolder, click, waitUntilSaved, takeAway, putBack, submits } = await setUp()
  // The folder is gone before the response arrives.
  sandbox.control.setFaults(['submit:slow=1500'])
  const { id } = await handlers['jobs.enqueue'](click(3))
  await expect.poll(submits).toBe(1)
  takeAway()
  const problem = async () => (await handlers['jobs.get']({ id })).problem?.code
  await expect.poll(problem).toBe('library_disconnected')
  expect(existsSync(dataFolder)).toBe(false)
  putBack()
  await waitUntilSaved(id)
  expect(submits()).toBe(1)
})

it('while the folder of the library is gone, an added input and the file of a result are rejected with that cause', async () => {
  const { studio, run, takeAway } = await setUp()
  const id = await run(1)
  takeAway()
  const add = () => studio.inputs.store({ stream: Readable.from([pngOf(9, 9)]) }, { name: 'a.png' })
  expect(await catchProblem(add)).toMatchObject(disconnected)
  expect(await catchProblem(() => studio.handlers['library.fetch_again']({ id }))).toMatchObject(disconnected)
})

it('while the folder of the library is gone, an export of the spending creates no second folder', async () => {
  const { handlers, dataFolder, takeAway } = await setUp()
  takeAway()
  await expect(handlers['spend.export']({ period: 'month', bom: false })).rejects.toThrow(
    'library_disconnected',
  )
  expect(existsSync(dataFolder)).toBe(false)
})

it('while the folder of the library is gone, the import of another library fails with that cause', async () => {
  const { studio, takeAway } = await setUp()
  const other = temporaryFolder()
  migratedDatabase(join(other, 'easel.db')).close()
  takeAway()
  const id = studio.imports.startLibrary(other)
  await expect
    .poll(() => studio.handlers['imports.status']({ id }))
    .toMatchObject({ state: 'failed', problem: disconnected })
})

it('a studio that is closed while the folder of its library is gone keeps its results', async () => {
  const { run, takeAway, putBack, noticeCodes, close, dataFolder } = await setUp()
  const id = await run(1)
  takeAway()
  await expect.poll(noticeCodes).toEqual(['library_disconnected'])
  await close()
  expect(existsSync(dataFolder)).toBe(false)
  putBack()
  const { handlers } = (await sandboxStudio({ flavour: 'spec', dataFolder })).studio
  expect((await handlers['library.file_state']({ id })).state).toBe('present')
  expect((await handlers['studio.info']()).notices).toEqual([])
})

it('while the folder of the library is gone, a price that needs an input names the disk, not a missing file', async () => {
  const { handlers, run, takeAway, putBack } = await setUp()
  const id = await run(1)
  const operation = 'img2video'
  const model = (await handlers['models.list']({ operation })).models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  const values = { ...defaults, prompt: 'a fox runs', first_frame_image: [id] }
  const price = () => handlers['quotes.price']({ operation, model, values, draftId: 'draft', kind: 'choice' })
  takeAway()
  expect(await price()).toMatchObject({ state: 'unavailable', problem: disconnected })
  putBack()
  await expect.poll(price).toMatchObject({ state: 'priced' })
})
