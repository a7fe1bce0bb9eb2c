import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { projectFolder } from '../../test/projectFolder.ts'

const ADDRESS = 'http://bench.test/'
const assets = join(projectFolder, 'out', 'renderer', 'assets')

interface WorkOptions {
  /** Encoded square images, which are used in turn until `count` thumbnails are made. */
  images: readonly Uint8Array[]
  /** Side of the images in pixels. */
  side: number
  count: number
  /** Number of workers. */
  parallel: number
}

/** Time per thumbnail in ms that the built window's thumbnail workers take on an otherwise empty page. */
export async function timeThumbnailWorkers(
  browser: Browser,
  { images, side, count, parallel }: WorkOptions,
): Promise<number> {
  const script = readdirSync(assets).find((name) => name.startsWith('thumbnail.worker-'))
  if (!script) throw new Error('The thumbnail worker was not built')
  const page = await browser.newPage()
  try {
    await page.route(`${ADDRESS}**`, (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ path: join(assets, script), contentType: 'text/javascript' })
        : route.fulfill({ body: '', contentType: 'text/html' }),
    )
    await page.goto(ADDRESS)
    const encoded = images.map((bytes) => Buffer.from(bytes).toString('base64'))
    return await page.evaluate(makeThumbnails, { encoded, side, count, parallel })
  } finally {
    await page.close()
  }
}

/** Runs in the page. The first image of each worker isn't counted, because the worker is still starting. */
async function makeThumbnails({
  encoded,
  side,
  count,
  parallel,
}: Omit<WorkOptions, 'images'> & { encoded: readonly string[] }): Promise<number> {
  const images = encoded.map((text) => new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))]))
  const make = (worker: Worker, index: number): Promise<void> => {
    const file = images[index % images.length]
    return new Promise((resolve, reject) => {
      const settle = ({ data }: MessageEvent<{ error?: string }>) =>
        data.error === undefined ? resolve() : reject(new Error(data.error))
      worker.addEventListener('message', settle, { once: true })
      worker.postMessage({ file, width: side, height: side }, [])
    })
  }
  const workers = Array.from({ length: parallel }, () => new Worker('/worker.js'))
  await Promise.all(workers.map((worker) => make(worker, 0)))
  let next = 0
  const startedAt = performance.now()
  await Promise.all(
    workers.map(async (worker) => {
      while (next < count) await make(worker, next++)
    }),
  )
  const elapsed = performance.now() - startedAt
  for (const worker of workers) worker.terminate()
  return elapsed / count
}
