import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { BrowserStudio } from '../../e2e/fixtures/BrowserStudio.ts'
import { startService } from '../../e2e/fixtures/startService.ts'
import { CreatePage } from '../../e2e/pages/CreatePage.ts'
import { Shell } from '../../e2e/pages/Shell.ts'
import { launchChromium } from './browser/BenchWindow.ts'
import { traceInteractions, type InteractionTime } from './browser/trace.ts'
import { openStudio } from './openStudio.ts'
import { createRow, percentile, type Row } from './Row.ts'
import { plainPlan } from '../../src-main/studio/jobs/batches/testing.ts'

const JOBS = 1000
const KEYS = 200
const CLICKS = 40
const SCREENS = ['Queue', 'Create', 'Gallery', 'Create'] as const
const MAX_RESPONSE_MS = 25
const LONG_TASK_MS = 50

interface WindowTimes {
  interactions: InteractionTime[]
  /** Durations of tasks over 50 ms, in ms. */
  longTasks: number[]
}

/** Runs in the page before its other scripts. */
function recordLongTasks(): void {
  const longTasks: number[] = []
  Object.assign(window, { longTasks: () => longTasks.splice(0) })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Starts a thousand jobs at the service and stores them in a studio's folder. */
async function enqueueJobs(environment: { address: string; key: string }, folder: string): Promise<void> {
  const { handlers, close } = await openStudio(environment, folder)
  await handlers['models.refresh']()
  const { models } = await handlers['models.list']({ operation: 'txt2img' })
  const form = { operation: 'txt2img', model: models[0]?.slug ?? '' }
  const { defaults } = await handlers['forms.open'](form)
  const plan = { ...plainPlan, count: JOBS }
  const preview = await handlers['batches.preview']({
    ...form,
    values: { ...defaults, prompt: 'a pier' },
    plan,
  })
  const { id, total } = await handlers['batches.price']({
    preview: preview.id,
    limit: preview.pricesToRequest,
  })
  const click = { idempotencyKey: randomUUID(), name: 'Night', skip: [], total, unpriced: false, cap: null }
  await handlers['batches.enqueue']({ ...click, preview: id })
  while ((await handlers['queue.summary']()).unsent.jobs > 0) await wait(200)
  await close({ keep: true })
}

async function measureInteraction(page: Page): Promise<WindowTimes> {
  const create = new CreatePage(page)
  const shell = new Shell(page)
  // A first round loads what each screen needs.
  for (const screen of SCREENS) await shell.goTo(screen)
  await create.prompt.click()
  await page.keyboard.type('warm')
  await wait(2000)
  const readLongTasks = () => page.evaluate<number[]>('longTasks()')
  await readLongTasks()
  const interactions = await traceInteractions(page, async () => {
    await page.keyboard.type('a lighthouse in a storm '.repeat(20).slice(0, KEYS), { delay: 30 })
    for (let n = 0; n < CLICKS; n++) {
      await shell.goTo(SCREENS[n % SCREENS.length] ?? 'Create')
      await wait(150)
    }
    await wait(500)
  })
  if (interactions.length < KEYS + CLICKS)
    throw new Error(`The trace has ${interactions.length} of ${KEYS + CLICKS} interactions`)
  return { interactions, longTasks: await readLongTasks() }
}

/**
 * Measures typing and clicking in the real UI, in a browser, with a thousand running jobs, and with none. Only the
 * main thread's part has a limit, because without a GPU drawing a frame takes longer than everything else.
 */
export const interaction = async (): Promise<Row[]> => {
  // Each image takes half an hour, so that none finishes during the test.
  const service = await startService({ speed: 0.004, faults: [] })
  const folders = ['none', 'many'].map((name) => mkdtempSync(join(tmpdir(), `easel-bench-${name}-`)))
  const browser = await launchChromium()
  const env = { ...process.env, ...service.env }
  const measured: WindowTimes[] = []
  try {
    await enqueueJobs({ address: service.address, key: service.key }, folders[1] ?? '')
    for (const dataFolder of folders) {
      const context = await browser.newContext()
      await context.addInitScript(recordLongTasks)
      const studio = new BrowserStudio({ dataFolder, env, pageErrors: [] }, context)
      measured.push(await measureInteraction(await studio.open()))
      await studio.close()
      await context.close()
    }
  } finally {
    await browser.close()
    await service.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  const [none, many] = measured
  if (!none || !many) throw new Error('The window was not measured')
  const response = ({ interactions }: WindowTimes, key: keyof InteractionTime, share: number) =>
    Math.round(
      percentile(
        interactions.map((times) => times[key]),
        share,
      ),
    )
  const countLongTasks = ({ longTasks }: WindowTimes) => longTasks.filter((ms) => ms > LONG_TASK_MS).length
  return [
    createRow({
      name: `98th percentile from a key or click to its last main-thread task, ${JOBS} jobs running`,
      value: response(many, 'mainThreadMs', 0.98),
      unit: 'ms',
      detail: `max ${response(many, 'mainThreadMs', 1)}, frames ${response(many, 'frameMs', 0.98)}`,
      anchor: response(none, 'mainThreadMs', 0.98),
      ratio: null,
      goal: MAX_RESPONSE_MS,
    }),
    createRow({
      name: `tasks over ${LONG_TASK_MS} ms, ${JOBS} jobs running`,
      value: countLongTasks(many),
      unit: 'count',
      detail: `longest ${Math.round(Math.max(0, ...many.longTasks))}`,
      anchor: countLongTasks(none),
      ratio: null,
      goal: 0,
    }),
  ]
}
