import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Request } from '@playwright/test'
import sharp from 'sharp'
import { startService } from '../../e2e/fixtures/startService.ts'
import { encodeImage } from '../../src-main/sandbox/media/images/imageCodec.ts'
import { paintLandscape } from '../../src-main/sandbox/media/landscape/paintLandscape.ts'
import type { ResultFile } from '../../src-main/sandbox/media/ResultFile.ts'
import { seed } from '../seed/seed.ts'
import { timeThumbnailWorkers } from './browser/timeThumbnailWorkers.ts'
import { BenchWindow, launchChromium } from './browser/BenchWindow.ts'
import { GalleryDriver } from './gallery/GalleryDriver.ts'
import { createRow, median, type Row } from './Row.ts'

const SIDE = 1024
/** No more than a tall window shows at once, because only images in view get thumbnails. */
const IMAGES = 48
const VIEWPORT = { width: 1600, height: 2400 }
const DISTINCT_IMAGES = 8
const ROUNDS = 3
const TIMEOUT_MS = 120_000
/** Longest side and quality of the studio's thumbnails. */
const THUMB = { side: 512, quality: 82 }
/** Upper bound of the time per thumbnail relative to sharp: at least 0.9 or 0.7 times as many thumbnails per second. */
const FORMATS = [
  { format: 'png', goal: 1 / 0.9 },
  { format: 'webp', goal: 1 / 0.9 },
  { format: 'jpg', goal: 1 / 0.7 },
] as const
const PARALLEL = Math.max(2, cpus().length)

interface GalleryRun {
  /** Time from the first request for an image to the last stored thumbnail, divided by the number of thumbnails. */
  msPerImage: number
  /** The most requests for one full-size image to make its thumbnail, over the first visit and the reload. */
  mostReads: number
  /** Number of images that the grid showed in full size. */
  fullSize: number
}

/**
 * Measures how fast thumbnails are made: of images that come into view in the gallery, in a real browser, and of the
 * same images by the thumbnail workers alone, without loading, transferring, saving and showing them. Both are
 * compared with sharp, which reads, scales and writes the same files. The measurements alternate, and the first round
 * is discarded as a warm-up.
 */
export const thumbnails = async (): Promise<Row[]> => {
  const browser = await launchChromium()
  const service = await startService({ speed: 1, faults: [] })
  const env = { ...process.env, ...service.env }
  try {
    const rows: Row[] = []
    for (const { format, goal } of FORMATS) rows.push(...(await compare(browser, env, format, goal)))
    return rows
  } finally {
    await browser.close()
    await service.close()
  }
}

async function compare(
  browser: Browser,
  env: NodeJS.ProcessEnv,
  format: string,
  goal: number,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  try {
    const images = await encodeImages(format)
    const files = await createLibrary(folder, format, images)
    const workers = {
      images: images.map(({ bytes }) => bytes),
      side: SIDE,
      count: IMAGES,
      parallel: PARALLEL,
    }
    const anchors: number[] = []
    const alone: number[] = []
    const runs: GalleryRun[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      deleteThumbnails(folder)
      const anchor = await timeSharp(files, join(folder, 'sharp'))
      const run = await runGallery(browser, env, folder)
      const workersMs = await timeThumbnailWorkers(browser, workers)
      if (round === 0) continue
      anchors.push(anchor)
      alone.push(workersMs)
      runs.push(run)
    }
    const compareTimes = (name: string, times: number[]) =>
      createRow({
        name,
        value: Number(median(times).toFixed(1)),
        unit: 'ms',
        anchor: Number(median(anchors).toFixed(1)),
        ratio: Number(median(times.map((ms, index) => ms / (anchors[index] ?? NaN))).toFixed(3)),
        goal: Number(goal.toFixed(3)),
      })
    return [
      compareTimes(`thumbnail of a ${SIDE} px ${format} image by the workers alone, against sharp`, alone),
      compareTimes(
        `thumbnail of a ${SIDE} px ${format} image that comes into view, against sharp`,
        runs.map(({ msPerImage }) => msPerImage),
      ),
      createRow({
        name: `times that a ${format} image is read and decoded`,
        value: Math.max(...runs.map(({ mostReads }) => mostReads)),
        unit: 'count',
        anchor: null,
        ratio: null,
        goal: 1,
      }),
      createRow({
        name: `full-size ${format} images in the grid`,
        value: Math.max(...runs.map(({ fullSize }) => fullSize)),
        unit: 'count',
        anchor: null,
        ratio: null,
        goal: 0,
      }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Encodes different images in a format. */
async function encodeImages(format: string): Promise<ResultFile[]> {
  const images: ResultFile[] = []
  for (let n = 0; n < DISTINCT_IMAGES; n++) {
    const scene = { prompt: `valley ${n}`, seed: n, style: n, width: SIDE, height: SIDE }
    images.push(await encodeImage(await paintLandscape(scene), format))
  }
  return images
}

/**
 * Creates a library whose only results outside the trash are images of a format, without thumbnails. Returns their
 * files.
 */
async function createLibrary(
  folder: string,
  format: string,
  images: readonly ResultFile[],
): Promise<string[]> {
  await seed({ jobs: IMAGES * 3, folder, share: 0.01 })
  const database = new DatabaseSync(join(folder, 'easel.db'))
  try {
    const newest = database
      .prepare("SELECT seq FROM assets WHERE role = 'result' ORDER BY seq DESC LIMIT ?")
      .all(IMAGES)
      .map(({ seq }) => Number(seq))
    if (newest.length < IMAGES) throw new Error(`The library has ${newest.length} of ${IMAGES} results`)
    database.exec("UPDATE assets SET trashed_at = created_at WHERE role = 'result'")
    const update =
      database.prepare(`UPDATE assets SET trashed_at = NULL, duration_ms = NULL, kind = 'image', created_at = ?,
      mime = ?, format = ?, path = ?, bytes = ?, sha256 = ?, width = ?, height = ? WHERE seq = ?`)
    mkdirSync(join(folder, 'library', 'images'))
    // All on one day, so that no headings take up space for tiles.
    const now = Date.now()
    return newest.map((seq, index) => {
      const image = images[index % DISTINCT_IMAGES]
      if (!image) throw new Error('There is no image')
      const path = `images/${seq}.${format}`
      writeFileSync(join(folder, 'library', path), image.bytes)
      const hash = createHash('sha256').update(image.bytes).digest('hex')
      update.run(now, image.mime, format, path, image.bytes.length, hash, SIDE, SIDE, seq)
      return join(folder, 'library', path)
    })
  } finally {
    database.close()
  }
}

function deleteThumbnails(folder: string): void {
  const database = new DatabaseSync(join(folder, 'easel.db'))
  database.exec('UPDATE assets SET has_thumb = 0')
  database.close()
  rmSync(join(folder, 'thumbs'), { recursive: true, force: true })
}

/** Time per thumbnail in ms that sharp takes, with as many at a time as there are processors. */
async function timeSharp(files: readonly string[], folder: string): Promise<number> {
  sharp.cache(false)
  mkdirSync(folder, { recursive: true })
  const waiting = files.entries()
  const work = async (): Promise<void> => {
    for (const [index, file] of waiting)
      await sharp(file)
        .resize(THUMB.side, THUMB.side, { fit: 'inside' })
        .webp({ quality: THUMB.quality })
        .toFile(join(folder, `${index}.webp`))
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return (performance.now() - startedAt) / files.length
}

/** Opens the gallery, waits until all thumbnails are stored, then reloads it. The first screen already shows a few of the images. */
async function runGallery(browser: Browser, env: NodeJS.ProcessEnv, dataFolder: string): Promise<GalleryRun> {
  const reads = new Map<string, number>()
  let fullSize = 0
  let saved = 0
  let savedAt = 0
  const prepare = async (context: BrowserContext) => {
    context.on('request', (request) => {
      if (!isImageRead(request)) return
      // An image element shows the file; any other request reads it to make a thumbnail.
      if (request.resourceType() === 'image') fullSize++
      else reads.set(request.url(), (reads.get(request.url()) ?? 0) + 1)
    })
    context.on('response', (response) => {
      if (response.request().method() !== 'PUT') return
      saved++
      savedAt = performance.now()
    })
  }
  const window = await BenchWindow.open(browser, { dataFolder, env, prepare })
  try {
    const { page } = window
    await page.setViewportSize(VIEWPORT)
    await window.waitUntilIdle()
    const savedBefore = saved
    // The first screen shows the newest result in full size.
    fullSize = 0
    const firstRead = page.waitForRequest(isImageRead).then(() => performance.now())
    const driver = new GalleryDriver(page)
    await driver.open()
    for (const deadline = performance.now() + TIMEOUT_MS; saved < IMAGES; await wait(20))
      if (performance.now() > deadline) throw new Error(`${saved} of ${IMAGES} thumbnails were stored`)
    const msPerImage = (savedAt - (await firstRead)) / (IMAGES - savedBefore)
    await page.reload()
    await driver.waitUntilPainted()
    if (reads.size !== IMAGES) throw new Error(`${reads.size} of ${IMAGES} images were in view`)
    return { msPerImage, mostReads: Math.max(...reads.values()), fullSize }
  } finally {
    await window.close()
  }
}

const isImageRead = (request: Request): boolean =>
  request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/media/asset/')
