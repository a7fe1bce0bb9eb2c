import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { PalettePage } from '../../e2e/pages/PalettePage.ts'
import { startService } from '../../e2e/fixtures/startService.ts'
import type { Envelope } from '../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../src-preload/contract/routes.ts'
import type { CallMessage, HostMessage } from '../../src-preload/SocketMessage.ts'
import { BenchWindow, launchChromium } from './browser/BenchWindow.ts'
import { traceInteractions } from './browser/trace.ts'
import { type LibraryOptions, withLibraries } from './libraries.ts'
import { createRow, percentile, type Row } from './Row.ts'

const MODELS = 500
const GOAL_MS = 50
/** What a user types: names of models, screens, words of prompts, and a word without matches. */
const SEARCHES = ['model 4', 'gallery', 'lighthouse', 'upscale', 'settings', 'la mo', 'model 33', 'zzz']
const ROUNDS = 3
const KEY_PAUSE_MS = 60

/**
 * Measures typing in the command palette in a browser, with a seeded library and hundreds of models. Only the main
 * thread's part has a limit, because without a GPU drawing a frame takes longer than everything else. Results of the
 * library arrive after the list.
 */
export const palette = (options: LibraryOptions): Promise<Row[]> =>
  withLibraries(options, async (libraries) => {
    const library = libraries.at(-1)
    if (!library) throw new Error('The palette benchmark needs a library')
    const service = await startService({ speed: 1, faults: [] })
    const browser = await launchChromium()
    try {
      const window = await BenchWindow.open(browser, {
        dataFolder: library.dataFolder,
        env: { ...process.env, ...service.env },
        prepare: (context) => replaceModels(context, MODELS),
      })
      try {
        await window.waitUntilIdle()
        return [await measureTyping(window.page, library.jobs)]
      } finally {
        await window.close()
      }
    } finally {
      await browser.close()
      await service.close()
    }
  })

async function measureTyping(page: Page, jobs: number): Promise<Row> {
  const palette = new PalettePage(page)
  const typeAll = async () => {
    for (const search of SEARCHES) {
      await palette.search.fill('')
      await page.keyboard.type(search, { delay: KEY_PAUSE_MS })
    }
  }
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  await palette.open()
  await typeAll()
  await page.keyboard.press('Escape')
  await palette.open()
  await palette.search.fill('model')
  const listed = await palette.options.count()
  if (listed < 50) throw new Error(`The palette lists ${listed} of ${MODELS} models`)
  const interactions = await traceInteractions(page, async () => {
    for (let round = 0; round < ROUNDS; round++) await typeAll()
    await wait(500)
  })
  const keys = ROUNDS * SEARCHES.join('').length
  if (interactions.length < keys)
    throw new Error(`The trace has ${interactions.length} of ${keys} key presses`)
  const percentileMs = (key: 'mainThreadMs' | 'frameMs', fraction: number) =>
    Math.round(
      percentile(
        interactions.map((times) => times[key]),
        fraction,
      ),
    )
  return createRow({
    name: `palette: 95th percentile from a key to the list, ${jobs} jobs, ${MODELS} models`,
    value: percentileMs('mainThreadMs', 0.95),
    unit: 'ms',
    detail: `max ${percentileMs('mainThreadMs', 1)}, frames ${percentileMs('frameMs', 0.95)}`,
    anchor: null,
    ratio: null,
    goal: GOAL_MS,
  })
}

/** Replaces the models in responses that list those of all tasks by `count` copies of the first. */
async function replaceModels(context: BrowserContext, count: number): Promise<void> {
  await context.routeWebSocket('**/bridge', (socket) => {
    const host = socket.connectToServer()
    const callIds = new Set<number>()
    socket.onMessage((text) => {
      const { id, route, input }: CallMessage & { input?: { operation?: unknown } } = JSON.parse(String(text))
      if (route === 'models.list' && input?.operation === null) callIds.add(id)
      host.send(text)
    })
    host.onMessage((text) => {
      const message: HostMessage = JSON.parse(String(text))
      if (!('envelope' in message) || !callIds.delete(message.id)) return socket.send(text)
      const envelope: Envelope<RouteOutput<'models.list'>> = message.envelope
      const [first] = envelope.ok ? envelope.data.models : []
      if (!envelope.ok || !first) return socket.send(text)
      const models = Array.from({ length: count }, (_, index) => ({
        ...first,
        slug: `model-${index}`,
        name: `Model ${index}`,
        isDelisted: false,
      }))
      socket.send(
        JSON.stringify({ id: message.id, envelope: { ok: true, data: { ...envelope.data, models } } }),
      )
    })
  })
}
