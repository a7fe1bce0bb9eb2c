import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { startDisplay } from '../../e2e/fixtures/startDisplay.ts'
import { startService } from '../../e2e/fixtures/startService.ts'
import { findOrDownloadElectron } from '../test/findElectron.ts'
import { projectFolder } from '../test/projectFolder.ts'
import { median, createRow, type Row } from './Row.ts'
import { killOnExit, waitForExit } from '../../e2e/fixtures/children.ts'

const PAIRS = 9

/** Time from start to interactive, compared with an empty Electron window, in interleaved pairs without the first, cold one. */
export const start = async (): Promise<Row[]> => {
  const electron = await findOrDownloadElectron(console.error)
  if (!electron) throw new Error('The Electron runtime is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  const display = await startDisplay()
  const service = await startService({ speed: 30, faults: [] })
  try {
    const env = { ...process.env, ...display.env }
    const empty = writeEmptyApp(join(folder, 'empty'))
    const profile = `--user-data-dir=${join(folder, 'empty-profile')}`
    const data = join(folder, 'data')
    const measured: StartMeasurement[] = []
    const anchors: StartMeasurement[] = []
    for (let pair = 0; pair <= PAIRS; pair++) {
      const anchor = await measureStart(electron, empty, [profile], env)
      const easel = await measureStart(electron, projectFolder, ['--data', data], { ...env, ...service.env })
      if (pair === 0) continue
      anchors.push(anchor)
      measured.push(easel)
    }
    const ratios = measured.map((easel, index) => easel.ms / (anchors[index]?.ms ?? NaN))
    const round = (value: number, digits: number) => Number(value.toFixed(digits))
    const counted = (key: 'statements' | 'messages') => Math.max(...measured.map((easel) => easel[key]))
    const count = { anchor: null, ratio: null }
    return [
      createRow({
        name: 'start to interactive, warm',
        value: round(median(measured.map((easel) => easel.ms)), 0),
        unit: 'ms',
        anchor: round(median(anchors.map((anchor) => anchor.ms)), 0),
        ratio: round(median(ratios), 3),
        goal: 1.25,
      }),
      createRow({
        name: 'SQL statements before interactive',
        value: counted('statements'),
        unit: 'count',
        goal: 40,
        ...count,
      }),
      createRow({
        name: 'bridge messages before interactive',
        value: counted('messages'),
        unit: 'count',
        goal: 12,
        ...count,
      }),
    ]
  } finally {
    await service.close()
    await display.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const main = `const { app, BrowserWindow } = require('electron')
app.on('window-all-closed', () => app.quit())
process.on('SIGTERM', () => app.quit())
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true, contextIsolation: true } })
  window.once('ready-to-show', () => window.show())
  window.loadFile('index.html')
})
`
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head>
<body><script>document.documentElement.dataset.ready = 'true'</script></body></html>
`

/** Writes a minimal Electron app, the reference for the start time; returns its folder. */
const writeEmptyApp = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', main: 'main.cjs' }))
  writeFileSync(join(folder, 'main.cjs'), main)
  writeFileSync(join(folder, 'index.html'), page)
  return folder
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

/** Starts an Electron app, waits until its window is ready, and kills it. */
const measureStart = async (
  electron: string,
  app: string,
  args: string[],
  env: NodeJS.ProcessEnv,
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
  }).finally(() => child.kill('SIGTERM'))
  await waitForExit(child)
  return start
}
