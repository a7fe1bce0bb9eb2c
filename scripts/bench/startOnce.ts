import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { adopt, ended } from '../../e2e/fixtures/children.ts'
import { projectFolder } from '../test/projectFolder.ts'

export interface Start {
  /** Time from the start of the process until its window shows its first ready frame. */
  ms: number
  /** SQL statements and bridge messages until then. */
  statements: number
  messages: number
}

const saidSchema = z.object({ at: z.int(), statements: z.int(), messages: z.int() })
const hook = join(projectFolder, 'scripts', 'bench', 'startHook.cjs')
const asRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Starts an Electron app, waits until its window is ready, and kills it. */
export const startOnce = async (
  electron: string,
  app: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Start> => {
  const switches = asRoot ? ['--no-sandbox'] : []
  const startedAt = Date.now()
  const child = adopt(
    spawn(electron, [...switches, '-r', hook, app, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const output: string[] = []
  child.stderr.on('data', (part: Buffer) => output.push(part.toString('utf8')))
  const start = await new Promise<Start>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No window in 30 s\n${output.join('')}`)), 30_000)
    createInterface(child.stdout).on('line', (line) => {
      if (!line.startsWith('interactive ')) return
      clearTimeout(late)
      const { at, ...counts } = saidSchema.parse(JSON.parse(line.slice(12)))
      resolve({ ms: at - startedAt, ...counts })
    })
    child.once('exit', (code) =>
      reject(new Error(`Exited before it was ready (${code})\n${output.join('')}`)),
    )
  }).finally(() => child.kill('SIGTERM'))
  await ended(child)
  return start
}
