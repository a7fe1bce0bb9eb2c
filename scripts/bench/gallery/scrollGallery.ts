import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { BenchWindow } from '../browser/BenchWindow.ts'
import { traceTasks, type MainThreadTask } from '../browser/trace.ts'
import type { SeededLibrary } from '../libraries.ts'
import { createRow, percentile, type Row } from '../Row.ts'
import { measureArrivals } from './arrivals.ts'
import { GalleryDriver, TILE } from './GalleryDriver.ts'

const FRAMES = 1000
const PIXELS_PER_FRAME = 60
/** Shorter tasks only pass messages on and are left out of the percentile. */
const MIN_TASK_MS = 1
const MAX_TASK_MS = 16
const LONG_TASK_MS = 33
const MAX_TILES = 200

/** Scrolls, jumps to the end and adds results in a large library; scrolls a small one for comparison. */
export async function compareScrolling(
  browser: Browser,
  env: NodeJS.ProcessEnv,
  small: SeededLibrary,
  large: SeededLibrary,
): Promise<Row[]> {
  const inSmall = await inGallery(browser, env, small, ({ page }) => measureScroll(page))
  return inGallery(browser, env, large, async (window) => {
    const { page } = window
    const { tasks, tiles } = await measureScroll(page)
    const countLong = (of: MainThreadTask[]) => of.filter(({ ms }) => ms > LONG_TASK_MS).length
    const cpuTimes = tasks.map(({ cpuMs }) => cpuMs).filter((ms) => ms >= MIN_TASK_MS)
    const p98 = (of: MainThreadTask[]) =>
      Number(
        percentile(
          of.map(({ ms }) => ms).filter((ms) => ms >= MIN_TASK_MS),
          0.98,
        ).toFixed(1),
      )
    const longest = tasks.reduce((one, other) => (other.ms > one.ms ? other : one))
    const mostCpuMs = Math.max(...cpuTimes)
    const noAnchor = { anchor: null, ratio: null }
    return [
      createRow({
        name: `98th percentile of main-thread tasks while scrolling, ${large.jobs} jobs`,
        value: p98(tasks),
        unit: 'ms',
        detail: `${p98(inSmall.tasks)} in ${small.jobs} jobs; CPU time ${percentile(cpuTimes, 0.98).toFixed(1)}`,
        ...noAnchor,
        goal: MAX_TASK_MS,
      }),
      createRow({
        name: `tasks over ${LONG_TASK_MS} ms while scrolling, ${large.jobs} jobs against ${small.jobs}`,
        value: countLong(tasks),
        unit: 'count',
        // A task that waits for a processor takes longer than its CPU time.
        detail: `longest ${longest.ms.toFixed(0)} ms, its CPU time ${longest.cpuMs.toFixed(0)}; most CPU time ${mostCpuMs.toFixed(0)}`,
        ...noAnchor,
        goal: countLong(inSmall.tasks),
      }),
      createRow({
        name: `tiles in the document while scrolling, ${large.jobs} jobs`,
        value: tiles,
        unit: 'count',
        ...noAnchor,
        goal: MAX_TILES,
      }),
      createRow({
        name: `results after the one that the End key reaches, ${large.jobs} jobs`,
        value: await countBeyondEnd(page, large),
        unit: 'count',
        ...noAnchor,
        goal: 0,
      }),
      ...(await measureArrivals(window, large)),
    ]
  })
}

async function inGallery<T>(
  browser: Browser,
  env: NodeJS.ProcessEnv,
  { dataFolder }: SeededLibrary,
  use: (window: BenchWindow) => Promise<T>,
): Promise<T> {
  const window = await BenchWindow.open(browser, { dataFolder, env })
  try {
    await window.waitUntilIdle()
    await new GalleryDriver(window.page).open()
    return await use(window)
  } finally {
    await window.close()
  }
}

/** The main thread's tasks during a thousand frames, and the largest number of tiles in the document. */
async function measureScroll(page: Page): Promise<{ tasks: MainThreadTask[]; tiles: number }> {
  const scroll = { selector: TILE, step: PIXELS_PER_FRAME }
  await page.evaluate(scrollFrames, { ...scroll, frames: FRAMES / 10 })
  let tiles = 0
  const tasks = await traceTasks(page, async () => {
    tiles = await page.evaluate(scrollFrames, { ...scroll, frames: FRAMES })
  })
  if (tasks.length < FRAMES) throw new Error(`The trace has ${tasks.length} tasks of ${FRAMES} frames`)
  return { tasks, tiles }
}

/** Runs in the page. Scrolls by the same distance in each frame, and turns around at the ends. Returns the largest number of tiles. */
async function scrollFrames(options: { selector: string; frames: number; step: number }): Promise<number> {
  const { selector, frames } = options
  let scroller = document.querySelector(selector)?.parentElement ?? null
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement
  if (!scroller) throw new Error('The gallery has no scroller')
  let { step } = options
  let most = 0
  for (let frame = 0; frame < frames; frame++) {
    await new Promise(requestAnimationFrame)
    const before = scroller.scrollTop
    scroller.scrollTop += step
    if (scroller.scrollTop === before) step = -step
    most = Math.max(most, document.querySelectorAll(selector).length)
  }
  return most
}

/** Presses End, opens the focused result, and counts the results that are older than it. */
async function countBeyondEnd(page: Page, { dataFolder }: SeededLibrary): Promise<number> {
  const driver = new GalleryDriver(page)
  await driver.focus()
  await driver.jump('End')
  const id = await driver.view()
  await driver.closeViewer()
  const database = new DatabaseSync(join(dataFolder, 'easel.db'), { readOnly: true })
  try {
    const sql = `SELECT count(*) AS beyond FROM assets WHERE role = 'result' AND trashed_at IS NULL
      AND seq < coalesce((SELECT seq FROM assets WHERE id = ?), 1e15)`
    return Number(database.prepare(sql).get(id)?.['beyond'])
  } finally {
    database.close()
  }
}
