import { randomFillSync, randomUUID } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { trackMaximum } from '../../e2e/fixtures/trackMaximum.ts'
import { systemClock } from '../../src-main/hosts/shared/world/systemClock.ts'
import type { AssetDetail } from '../../src-preload/contract/types/asset.ts'
import { Embedder } from '../../src-main/studio/library/export/embed/Embedder.ts'
import { Exports, type ExportPlace } from '../../src-main/studio/library/export/Exports.ts'
import { isoBox } from '../../src-main/studio/testing/media/containers.ts'
import { runCommand } from '../test/runCommand.ts'
import { createRow, median, type Row } from './Row.ts'

const MIB = 1 << 20
const FILES = 1000
const FILE_BYTES = 600 * 1024
const PAIRS = 5
/** At least 0.8 times as fast as `zip -0`. */
const MAX_ZIP_RATIO = 1 / 0.8
/** Compared with reading and writing the file as streams. */
const MAX_EMBED_RATIO = 1.5
const MAX_GROWTH_MIB = 64
const MAX_CANCEL_MS = 100
/** Width and height of images whose files have about 8 MB. */
const IMAGES = { png: [1700, 1600], jpg: [3300, 3200], webp: [1700, 1600] } as const
const COPIES = 20
const VIDEO_BYTES = 200_000_000

/** Exports images as an archive, compared with `zip -0`, cancels it, and copies files with their parameters, compared with a plain copy. */
export const exporting = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  try {
    return [...(await measureArchive(folder)), ...(await measureCopies(folder))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates the exports of the studio for the files in a folder, without a library. */
function createExports(folder: string, format: string, wantsParameters: boolean): Exports {
  const at = Date.now()
  const assetDetail = (id: string): AssetDetail => ({
    asset: {
      id,
      jobId: id,
      role: 'result',
      kind: 'image',
      mime: `image/${format}`,
      format,
      bytes: FILE_BYTES,
      width: 1000,
      height: 1000,
      durationMs: null,
      sha256: '',
      createdAt: at,
      trashedAt: null,
      hasThumb: true,
      name: null,
      sourceId: null,
      starredAt: null,
      rating: 0,
    },
    viewer: 'image',
    inputs: [],
    title: 'a lighthouse in fog',
    alternatives: [],
    tags: [],
    note: '',
    collections: [],
    fileName: id,
    foundParameters: null,
    spokenText: null,
    parameters: {
      operation: 'txt2img',
      operationName: 'Text to image',
      model: { slug: 'm', name: 'Model' },
      connectionName: 'Sandbox',
      values: { prompt: 'a lighthouse in fog', steps: 8 },
      lines: [],
      requestId: null,
      price: null,
      quotedAt: null,
      seed: 42,
      createdAt: at,
      tookMs: null,
    },
  })
  return new Exports({
    database: { get: () => ({ bytes: 0 }), pause: () => Promise.resolve() },
    library: { assetDetail, getFile: async (id) => ({ path: join(folder, id), bytes: FILE_BYTES }) },
    embedder: new Embedder({ version: '0', isEnhancement: () => false }),
    embedsParameters: () => wantsParameters,
    convert: async () => null,
    nameTemplate: () => OPTIONS.names,
    partRecordsFolder: join(folder, 'unfinished-exports'),
    clock: systemClock,
    uuid: randomUUID,
    log: { info: () => {}, warn: console.error, error: console.error },
    emit: () => {},
  })
}

const OPTIONS = {
  names: '{prompt} {number}',
  as: 'zip',
  format: 'original',
  quality: 90,
  csv: false,
  json: false,
} as const

/** Exports and waits for the end; returns the time in ms. */
async function timeExport(exports: Exports, ids: string[], place: ExportPlace): Promise<number> {
  const startedAt = performance.now()
  const id = exports.start({ ids, options: OPTIONS }, place)
  await exports.finished(id)
  const status = exports.status(id)
  if (status?.state !== 'done' || status.failureCount > 0 || status.withoutParameters > 0)
    throw new Error(`The export failed: ${JSON.stringify(status)}`)
  return performance.now() - startedAt
}

async function measureArchive(root: string): Promise<Row[]> {
  const folder = join(root, 'images')
  mkdirSync(folder)
  const content = randomFillSync(Buffer.alloc(FILE_BYTES))
  for (let n = 0; n < FILES; n++) {
    content.writeUInt32LE(n)
    writeFileSync(join(folder, `${n}.png`), content)
  }
  const ids = readdirSync(folder)
  const exports = createExports(folder, 'png', false)
  const [ours, theirs] = [join(root, 'ours.zip'), join(root, 'theirs.zip')]
  const [times, anchors, growth]: [number[], number[], number[]] = [[], [], []]
  for (let pair = 0; pair <= PAIRS; pair++) {
    for (const archiveFile of [ours, theirs]) rmSync(archiveFile, { force: true })
    const startedAt = performance.now()
    const { code, output } = await runCommand('zip', ['-0', '-q', '-r', '-j', theirs, folder])
    if (code !== 0) throw new Error(`zip failed (${code}): ${output}`)
    const anchor = performance.now() - startedAt
    // Otherwise the export's own fsync waits until the system has written what zip left in the page cache.
    await runCommand('sync', [])
    const before = process.memoryUsage.rss()
    const stopTracking = trackMaximum(() => process.memoryUsage.rss())
    const ms = await timeExport(exports, ids, { kind: 'zip', path: ours })
    growth.push((stopTracking() - before) / MIB)
    if (pair === 0) continue
    anchors.push(anchor)
    times.push(ms)
  }
  const ratios = times.map((ms, index) => ms / (anchors[index] ?? NaN))
  const id = exports.start({ ids, options: OPTIONS }, { kind: 'zip', path: join(root, 'cancelled.zip') })
  while ((exports.status(id)?.filesDone ?? 0) < FILES / 4)
    await new Promise((resolve) => setImmediate(resolve))
  const cancelledAt = performance.now()
  exports.cancel(id)
  await exports.finished(id)
  const cancelMs = performance.now() - cancelledAt
  const left = readdirSync(root).filter((name) => name.includes('cancelled') || name.endsWith('.part'))
  if (left.length > 0) throw new Error(`A cancelled export left ${left.join(', ')}`)
  return [
    createRow({
      name: `export of ${FILES} images of ${FILE_BYTES / 1024} KiB as an archive`,
      value: Math.round(median(times)),
      unit: 'ms',
      detail: 'with fsync, which zip leaves out',
      anchor: Math.round(median(anchors)),
      ratio: Number(median(ratios).toFixed(3)),
      goal: MAX_ZIP_RATIO,
    }),
    createRow({
      name: 'memory growth during that export',
      value: Math.round(Math.max(...growth.slice(1))),
      unit: 'MiB',
      anchor: null,
      ratio: null,
      goal: MAX_GROWTH_MIB,
    }),
    createRow({
      name: 'cancelling it, until nothing incomplete is left',
      value: Math.round(cancelMs),
      unit: 'ms',
      anchor: null,
      ratio: null,
      goal: MAX_CANCEL_MS,
    }),
  ]
}

async function measureCopies(root: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [format, [width, height]] of Object.entries(IMAGES)) {
    const raw = sharp(randomFillSync(Buffer.alloc(width * height * 3)), {
      raw: { width, height, channels: 3 },
    })
    const image =
      format === 'png'
        ? raw.png({ compressionLevel: 1 })
        : format === 'jpg'
          ? raw.jpeg({ quality: 75 })
          : raw.webp({ lossless: true, effort: 0 })
    rows.push(await measureCopy(root, format, await image.toBuffer(), COPIES))
  }
  return [...rows, await measureCopy(root, 'mp4', createVideo(VIDEO_BYTES), 1)]
}

/** Measures `count` copies of a file with its parameters, compared with plain copies. */
async function measureCopy(root: string, format: string, bytes: Buffer, count: number): Promise<Row> {
  const folder = join(root, format)
  const target = join(root, `${format}-copies`)
  mkdirSync(folder)
  const ids = Array.from({ length: count }, (_, index) => `${index}.${format}`)
  for (const id of ids) writeFileSync(join(folder, id), bytes)
  const exports = createExports(folder, format, true)
  const [times, anchors]: [number[], number[]] = [[], []]
  for (let pair = 0; pair <= PAIRS; pair++) {
    mkdirSync(target)
    const startedAt = performance.now()
    for (const id of ids)
      await pipeline(createReadStream(join(folder, id)), createWriteStream(join(target, `plain ${id}`)))
    const anchor = performance.now() - startedAt
    const ms = await timeExport(exports, ids, { kind: 'folder', path: target })
    rmSync(target, { recursive: true })
    if (pair === 0) continue
    anchors.push(anchor / count)
    times.push(ms / count)
  }
  return createRow({
    name: `copy of a ${format} file of ${(bytes.byteLength / 1e6).toFixed(1)} MB with its parameters`,
    value: Number(median(times).toFixed(1)),
    unit: 'ms',
    anchor: Number(median(anchors).toFixed(1)),
    ratio: Number(median(times.map((ms, index) => ms / (anchors[index] ?? NaN))).toFixed(3)),
    goal: MAX_EMBED_RATIO,
  })
}

/** Creates an MP4 file whose header precedes the media data, with a chunk offset for every 10 KB of the data. */
function createVideo(mediaBytes: number): Buffer {
  const offsets = Buffer.alloc(8 + 4 * Math.floor(mediaBytes / 10_000))
  offsets.writeUInt32BE((offsets.byteLength - 8) / 4, 4)
  for (let at = 8; at < offsets.byteLength; at += 4) offsets.writeUInt32BE(offsets.byteLength + at * 2500, at)
  const tables = isoBox('mdia', isoBox('minf', isoBox('stbl', isoBox('stco', offsets))))
  return Buffer.concat([
    isoBox('ftyp', Buffer.from('isom\0\0\0\0', 'latin1')),
    isoBox('moov', isoBox('mvhd', Buffer.alloc(100)), isoBox('trak', tables)),
    isoBox('mdat', randomFillSync(Buffer.alloc(mediaBytes))),
  ])
}
