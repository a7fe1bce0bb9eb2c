import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, WebSocket } from '@playwright/test'
import type { CallMessage } from '../../../src-preload/SocketMessage.ts'
import { Shell } from '../../../e2e/pages/Shell.ts'
import { BenchWindow } from '../browser/BenchWindow.ts'
import type { SeededLibrary } from '../libraries.ts'
import { createRow, median, type Row } from '../Row.ts'
import { GalleryDriver, TILE } from './GalleryDriver.ts'

const ROUNDS = 9
const MAX_KIB = 64
const MAX_STATEMENTS = 2
/** After the window is ready, it loads the rest of its code. */
const AFTER_READY_MS = 2000
/** How often each page is requested, so that nothing else runs statements during at least one of the requests. */
const REPEATS = 5

interface Opening {
  /** Time from the click to the first frame with all images in view. */
  ms: number
  /** Bytes of responses and events until then, without files. */
  bridgeBytes: number
}

/**
 * Opens the gallery of two libraries alternately, each time after reloading the window. The first round is discarded
 * as a warm-up.
 */
export async function compareOpening(
  browser: Browser,
  env: NodeJS.ProcessEnv,
  small: SeededLibrary,
  large: SeededLibrary,
): Promise<Row[]> {
  const windows = []
  try {
    for (const { dataFolder } of [small, large]) {
      const prepare = (context: BrowserContext) => context.addInitScript(defineOpeningTimer, TILE)
      windows.push(await BenchWindow.open(browser, { dataFolder, env, prepare }))
    }
    for (const window of windows) await window.waitUntilIdle()
    const openings: Opening[][] = windows.map(() => [])
    const [, largeWindow] = windows
    if (!largeWindow) throw new Error('The window is not open')
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, { page }] of windows.entries()) {
        const opening = await measureOpening(page)
        if (round > 0) openings[index]?.push(opening)
      }
    }
    const [anchors = [], measured = []] = openings
    const times = (of: Opening[]) => Math.round(median(of.map(({ ms }) => ms)))
    return [
      createRow({
        name: `gallery opened, ${large.jobs} jobs against ${small.jobs}`,
        value: times(measured),
        unit: 'ms',
        anchor: times(anchors),
        ratio: Number(median(measured.map(({ ms }, index) => ms / (anchors[index]?.ms ?? NaN))).toFixed(3)),
        goal: 1.2,
      }),
      createRow({
        name: `data over the bridge until the gallery is open, ${large.jobs} jobs`,
        value: Math.ceil(Math.max(...measured.map(({ bridgeBytes }) => bridgeBytes)) / 1024),
        unit: 'KiB',
        anchor: null,
        ratio: null,
        goal: MAX_KIB,
      }),
      await countPageStatements(largeWindow, large.jobs),
    ]
  } finally {
    for (const window of windows) await window.close()
  }
}

/** Runs in the page before its other scripts: `window.opening()` is the time from the next click to painted tiles. */
function defineOpeningTimer(selector: string): void {
  const isPainted = (): boolean => {
    const tiles = [...document.querySelectorAll(selector)].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    const images = tiles.flatMap((tile) => [...tile.querySelectorAll('img')])
    return tiles.length > 0 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  }
  const time = (): Promise<number> =>
    new Promise((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const check = () =>
            requestAnimationFrame(() => {
              if (!isPainted()) return check()
              requestAnimationFrame(() => resolve(performance.now() - timeStamp))
            })
          check()
        },
        { capture: true, once: true },
      )
    })
  addEventListener('DOMContentLoaded', () => Object.assign(window, { opening: time() }))
}

async function measureOpening(page: Page): Promise<Opening> {
  let messageBytes = 0
  const onSocket = (socket: WebSocket) =>
    socket.on('framereceived', ({ payload }) => (messageBytes += Buffer.byteLength(payload)))
  page.on('websocket', onSocket)
  await page.goto(`${new URL(page.url()).origin}/#/create`)
  await page.reload()
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  await wait(AFTER_READY_MS)
  messageBytes = 0
  await new Shell(page).goTo('Gallery')
  const ms = await page.evaluate<number>('opening')
  page.off('websocket', onSocket)
  return { ms, bridgeBytes: messageBytes }
}

/**
 * SQL statements of all threads for a page of the gallery: the newest one, one of a search and one of a filter. Repeats the window's own
 * requests in turn, so that no search finds a cached count of its results.
 */
async function countPageStatements(window: BenchWindow, jobs: number): Promise<Row> {
  const { page } = window
  const inputs = new Set<string>()
  const onSocket = (socket: WebSocket) =>
    socket.on('framesent', ({ payload }) => {
      const { route, input }: CallMessage = JSON.parse(payload.toString())
      if (route === 'library.page') inputs.add(JSON.stringify(input))
    })
  page.on('websocket', onSocket)
  await page.reload()
  const driver = new GalleryDriver(page)
  await driver.open()
  await driver.search('a')
  await driver.search('')
  await page.goto(`${new URL(page.url()).origin}/#/gallery?starred=1`)
  await wait(AFTER_READY_MS)
  page.off('websocket', onSocket)
  const counts = new Map<string, number[]>()
  for (let n = 0; n < REPEATS; n++)
    for (const input of inputs) {
      const before = await window.countStatements()
      await window.call('library.page', JSON.parse(input))
      counts.set(input, [...(counts.get(input) ?? []), (await window.countStatements()) - before])
    }
  if (counts.size < 3) throw new Error(`The gallery sent ${counts.size} of 3 requests for pages`)
  return createRow({
    name: `SQL statements of a page, ${jobs} jobs`,
    value: Math.max(...[...counts.values()].map((values) => Math.min(...values))),
    unit: 'count',
    detail: `${counts.size} different requests`,
    anchor: null,
    ratio: null,
    goal: MAX_STATEMENTS,
  })
}
