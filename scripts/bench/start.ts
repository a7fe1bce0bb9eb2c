import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startDisplay } from '../../e2e/fixtures/startDisplay.ts'
import { startService } from '../../e2e/fixtures/startService.ts'
import { findOrDownloadElectron } from '../test/findElectron.ts'
import { projectFolder } from '../test/projectFolder.ts'
import { writeEmptyApp } from './emptyApp.ts'
import { type LibraryOptions, type SeededLibrary, withLibraries } from './libraries.ts'
import { median, createRow, type Row } from './Row.ts'
import { killOnExit, waitForExit } from '../../e2e/fixtures/children.ts'

const ROUNDS = 9
/** How long the window of a first start stays open after it is ready, in milliseconds. */
const FIRST_START_MS = 3000
const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/**
 * Time from start to interactive with an empty and a large library, compared with each other and with an empty
 * Electron window. The three alternate, and the first, cold round is discarded.
 */
export const start = (options: LibraryOptions): Promise<Row[]> =>
  withLibraries(options, async (libraries) => {
    const large = libraries.at(-1)
    if (!large) throw new Error('No library to measure')
    return compareStarts(large)
  })

const compareStarts = async ({ jobs, dataFolder }: SeededLibrary): Promise<Row[]> => {
  const electron = await findOrDownloadElectron(console.error)
  if (!electron) throw new Error('The Electron runtime is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  const display = await startDisplay()
  const service = await startService({ speed: 30, faults: [] })
  try {
    const env = { ...process.env, ...display.env }
    const empty = writeEmptyApp(join(folder, 'empty'))
    const profile = `--user-data-dir=${join(folder, 'empty-profile')}`
    const small = join(folder, 'data')
    const easelEnv = { ...env, ...service.env }
    const measureEasel = (data: string, openMs = 0) =>
      measureStart(electron, projectFolder, ['--data', data], easelEnv, openMs)
    // The first starts create, migrate and check the library, and stay open until the window has the responses that it saves
    // for the next start.
    for (const data of [small, dataFolder]) await measureEasel(data, FIRST_START_MS)
    const anchors: StartMeasurement[] = []
    const empties: StartMeasurement[] = []
    const larges: StartMeasurement[] = []
    for (let run = 0; run <= ROUNDS; run++) {
      const anchor = await measureStart(electron, empty, [profile], env)
      const withNone = await measureEasel(small)
      const withMany = await measureEasel(dataFolder)
      if (run === 0) continue
      anchors.push(anchor)
      empties.push(withNone)
      larges.push(withMany)
    }
    const compare = (name: string, values: StartMeasurement[], anchor: StartMeasurement[], goal: number) =>
      createRow({
        name,
        value: round(median(values.map(({ ms }) => ms)), 0),
        unit: 'ms',
        anchor: round(median(anchor.map(({ ms }) => ms)), 0),
        ratio: round(median(values.map(({ ms }, index) => ms / (anchor[index]?.ms ?? NaN))), 3),
        goal,
      })
    const count = (name: string, values: StartMeasurement[], key: 'statements' | 'messages', goal: number) =>
      createRow({
        name,
        value: Math.max(...values.map((value) => value[key])),
        unit: 'count',
        anchor: null,
        ratio: null,
        goal,
      })
    return [
      compare('start to interactive, warm', empties, anchors, 1.25),
      compare(`start to interactive with ${jobs} jobs, against none`, larges, empties, 1.05),
      compare(`start to interactive with ${jobs} jobs, against an empty window`, larges, anchors, 1.25),
      count('SQL statements before interactive', empties, 'statements', 40),
      count(`SQL statements before interactive with ${jobs} jobs`, larges, 'statements', 40),
      count('bridge messages before interactive', empties, 'messages', 12),
      count(`bridge messages before interactive with ${jobs} jobs`, larges, 'messages', 12),
    ]
  } finally {
    await service.close()
    await display.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface StartMeasurement {
  /** Time from the start of the process until its window shows its first ready frame. */
  ms: number
  /** SQL statements and bridge messages until then. */
  statements: number
  messages: number
}

const reportSchema = z.object({ at: z.int(), statements: z.int(), messages: z.int() })
const hook = join(projectFolder, 'scripts', 'bench', 'startHook.cjs')
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Starts an Electron app, waits until its window is ready and for `openMs` more, and ends it. */
const measureStart = async (
  electron: string,
  app: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  openMs = 0,
): Promise<StartMeasurement> => {
  const switches = isRoot ? ['--no-sandbox'] : []
  const startedAt = Date.now()
  const child = killOnExit(
    spawn(electron, [...switches, '-r', hook, app, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const output: string[] = []
  child.stderr.on('data', (part: Buffer) => output.push(part.toString('utf8')))
  const start = await new Promise<StartMeasurement>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`No window in 30 s\n${output.join('')}`)), 30_000)
    createInterface(child.stdout).on('line', (line) => {
      if (!line.startsWith('interactive ')) return
      clearTimeout(timeout)
      const { at, ...counts } = reportSchema.parse(JSON.parse(line.slice(12)))
      resolve({ ms: at - startedAt, ...counts })
    })
    child.once('exit', (code) =>
      reject(new Error(`Exited before it was ready (${code})\n${output.join('')}`)),
    )
  })
    .then(async (measured) => {
      await wait(openMs)
      return measured
    })
    .finally(() => child.kill('SIGTERM'))
  await waitForExit(child)
  return start
}
