import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { killOnExit } from '../../e2e/fixtures/children.ts'
import { trackMaximum } from '../../e2e/fixtures/trackMaximum.ts'
import { systemClock } from '../../src-main/hosts/shared/world/systemClock.ts'
import { Downloads } from '../../src-main/studio/library/downloads/Downloads.ts'
import { runCommand } from '../test/runCommand.ts'
import { createRow, median, type Row } from './Row.ts'

const MIB = 1 << 20
const FILE_BYTES = 512 * MIB
const PAIRS = 5
/** At least 0.85 times as fast as the commands. */
const MAX_TIME_RATIO = 1 / 0.85
const MAX_GROWTH_MIB = 64
const entry = fileURLToPath(new URL('fileServer.ts', import.meta.url))

/**
 * Downloads a large result as the studio does, with hash, fsync and rename, compared with `curl`, `sha256sum`, `sync` and `mv` one after
 * another on the same disk. The two alternate, and the first pair is discarded as a warm-up.
 */
export const download = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  const server = killOnExit(fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
  const [message] = await once(server, 'message')
  const { port } = z.object({ port: z.int() }).parse(message)
  const url = `http://127.0.0.1:${port}/${FILE_BYTES}`
  const log = { info: () => {}, warn: console.error, error: console.error }
  const libraryFolder = join(folder, 'library')
  mkdirSync(libraryFolder)
  const downloads = new Downloads({
    libraryFolder,
    clock: systemClock,
    uuid: randomUUID,
    log,
  })
  const times: number[] = []
  const anchors: CommandTimes[] = []
  const growth: number[] = []
  try {
    for (let pair = 0; pair <= PAIRS; pair++) {
      const anchor = await timeCommands(url, join(folder, 'commands'))
      const measured = await timeDownload(downloads, url)
      if (pair === 0) continue
      anchors.push(anchor)
      times.push(measured.ms)
      growth.push(measured.growthMib)
    }
  } finally {
    server.disconnect()
    await downloads.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const ratioTo = (key: keyof CommandTimes) =>
    median(times.map((ms, index) => ms / (anchors[index]?.[key] ?? NaN)))
  return [
    createRow({
      name: `download of ${FILE_BYTES / MIB} MiB with hash, fsync and rename`,
      value: Math.round(median(times)),
      unit: 'ms',
      detail: `curl alone ${Math.round(median(anchors.map(({ curl }) => curl)))} ms, ${ratioTo('curl').toFixed(2)}× it`,
      anchor: Math.round(median(anchors.map(({ all }) => all))),
      ratio: Number(ratioTo('all').toFixed(3)),
      goal: Number(MAX_TIME_RATIO.toFixed(3)),
    }),
    createRow({
      name: `memory growth during a download of ${FILE_BYTES / MIB} MiB`,
      value: Math.round(Math.max(...growth)),
      unit: 'MiB',
      anchor: null,
      ratio: null,
      goal: MAX_GROWTH_MIB,
    }),
  ]
}

async function timeDownload(downloads: Downloads, url: string): Promise<{ ms: number; growthMib: number }> {
  const before = process.memoryUsage.rss()
  const stopTracking = trackMaximum(() => process.memoryUsage.rss())
  const startedAt = performance.now()
  const outcome = await downloads.download({ url, responseUrl: url, expect: 'media' })
  const ms = performance.now() - startedAt
  const growthMib = (stopTracking() - before) / MIB
  if (outcome.kind !== 'file' || outcome.file.bytes !== FILE_BYTES)
    throw new Error(`The download failed: ${JSON.stringify(outcome)}`)
  await downloads.discard(outcome.file)
  return { ms, growthMib }
}

interface CommandTimes {
  /** Of the download alone, in ms. */
  curl: number
  /** Of all four commands, in ms. */
  all: number
}

async function timeCommands(url: string, folder: string): Promise<CommandTimes> {
  const [part, file] = [join(folder, 'result.part'), join(folder, 'result.wav')]
  mkdirSync(folder)
  const startedAt = performance.now()
  await run('curl', ['--silent', '--show-error', '--output', part, url])
  const curl = performance.now() - startedAt
  await run('sha256sum', [part])
  await run('sync', [part])
  await run('mv', [part, file])
  const all = performance.now() - startedAt
  rmSync(folder, { recursive: true })
  return { curl, all }
}

async function run(command: string, args: string[]): Promise<void> {
  const { code, output } = await runCommand(command, args)
  if (code !== 0) throw new Error(`${command} failed (${code}): ${output}`)
}
