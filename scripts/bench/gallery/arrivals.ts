import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchWindow } from '../browser/BenchWindow.ts'
import type { SeededLibrary } from '../libraries.ts'
import { createRow, type Row } from '../Row.ts'
import { GalleryDriver, TILE } from './GalleryDriver.ts'

const ARRIVALS = 10_000
/** Number of results that arrive between two events. */
const RESULTS_PER_EVENT = 200
const MAX_MOVEMENT_PX = 1
/** Time for the window to read the results of the last event. */
const SETTLE_MS = 3000

/**
 * Scrolls away from the top, adds results there, and measures how far the first image in view moves in any frame. The
 * results are copies of rows, because ten thousand downloads would take longer than everything else; the window gets
 * the same event for them.
 */
export async function measureArrivals(
  window: BenchWindow,
  { jobs, dataFolder }: SeededLibrary,
): Promise<Row[]> {
  const { page } = window
  const driver = new GalleryDriver(page)
  await driver.focus()
  await driver.jump('Home')
  await page.evaluate(watchView, TILE)
  const library = new DatabaseSync(join(dataFolder, 'easel.db'), { timeout: 60_000 })
  const arrived: string[] = []
  try {
    while (arrived.length < ARRIVALS) {
      arrived.push(...addResults(library, RESULTS_PER_EVENT))
      // Setting and removing a star tells the window that results have changed.
      for (const starred of [true, false])
        await window.call('library.star', { ids: [arrived.at(-1) ?? ''], starred })
    }
    await wait(SETTLE_MS)
    const { moved, missing } = await page.evaluate<{ moved: number; missing: number }>('watched()')
    await driver.focus()
    await driver.jump('Home')
    if ((await driver.view()) !== arrived.at(-1)) throw new Error('The window did not show what arrived')
    await driver.closeViewer()
    const noAnchor = { anchor: null, ratio: null }
    return [
      createRow({
        name: `movement of the view while ${ARRIVALS} results arrive, ${jobs} jobs`,
        value: Math.round(moved * 10) / 10,
        unit: 'px',
        ...noAnchor,
        goal: MAX_MOVEMENT_PX,
      }),
      createRow({
        name: `frames without an image in view while ${ARRIVALS} results arrive, ${jobs} jobs`,
        value: missing,
        unit: 'count',
        ...noAnchor,
        goal: 0,
      }),
    ]
  } finally {
    const remove = library.prepare('DELETE FROM assets WHERE id = ?')
    inTransaction(library, () => arrived.forEach((id) => remove.run(id)))
    library.close()
  }
}

/** Adds copies of the oldest result as the newest ones, and returns their ids. */
function addResults(library: DatabaseSync, count: number): string[] {
  const columns = library
    .prepare('PRAGMA table_info(assets)')
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'seq')
  const own: Record<string, string> = {
    id: '?',
    path: "path || '.' || ?",
    created_at: String(Date.now()),
    has_thumb: '0',
  }
  const copy = library.prepare(`INSERT INTO assets (${columns.join(', ')})
    SELECT ${columns.map((name) => own[name] ?? name).join(', ')} FROM assets
    WHERE role = 'result' AND trashed_at IS NULL ORDER BY seq LIMIT 1`)
  const ids = Array.from({ length: count }, () => randomUUID())
  inTransaction(library, () => ids.forEach((id) => copy.run(id, id)))
  return ids
}

function inTransaction(library: DatabaseSync, run: () => void): void {
  library.exec('BEGIN IMMEDIATE')
  try {
    run()
    library.exec('COMMIT')
  } catch (error) {
    // SQLite has already rolled back after some errors, such as a full disk.
    if (library.isTransaction) library.exec('ROLLBACK')
    throw error
  }
}

/**
 * Runs in the page. Scrolls down and follows only the first image in view, by its URL, because its tile may be rendered again.
 * `window.watched()` returns its largest distance in px from where it was, and the number of frames without it.
 */
async function watchView(selector: string): Promise<void> {
  let scroller = document.querySelector(selector)?.parentElement ?? null
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement
  if (!scroller) throw new Error('The gallery has no scroller')
  scroller.scrollTop = 2000
  for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  const edge = scroller.getBoundingClientRect().top
  const isInView = (image: Element) => image.getBoundingClientRect().top > edge
  const images = () => [...document.querySelectorAll<HTMLImageElement>(`${selector} img`)]
  const watched = images().find(isInView)
  if (!watched) throw new Error('No image is in view')
  const { src } = watched
  const place = watched.getBoundingClientRect().top
  let moved = 0
  let missing = 0
  const follow = (): void => {
    const image = images().find((found) => found.src === src)
    if (image) moved = Math.max(moved, Math.abs(image.getBoundingClientRect().top - place))
    else missing++
    requestAnimationFrame(follow)
  }
  follow()
  Object.assign(window, { watched: () => ({ moved, missing }) })
}
