import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { runHost } from './runHost.ts'

const seenSchema = z.object({
  connection: z.object({ address: z.string(), key: z.string() }).nullable(),
  environment: z.string(),
  argv: z.array(z.string()),
  initial: z.string(),
})

const endSchema = z.object({ code: z.number(), crashed: z.string().nullable() })

let folder: string

/** A host that writes down its input and the environment of its child processes. */
const hostSource = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  import { execFileSync } from 'node:child_process'
  import { readConnection } from '${new URL('../../src-main/hosts/shared/start/startArguments.ts', import.meta.url).href}'
  const initial = existsSync('/proc/self/environ') ? readFileSync('/proc/self/environ', 'utf8') : ''
  const connection = readConnection(process.argv, process.env)
  const environment = execFileSync(process.execPath, ['-e', 'process.stdout.write(JSON.stringify(process.env))'], { encoding: 'utf8' })
  const argv = process.argv
  writeFileSync(process.argv[2], JSON.stringify({ connection, environment, argv, initial }))
`
const run = async (connection: { address: string; key: string } | null) => {
  const host = join(folder, 'host.mjs')
  const seen = join(folder, 'seen.json')
  writeFileSync(host, hostSource)
  const { code } = await runHost(process.execPath, [host, seen], connection)
  expect(code).toBe(0)
  return seenSchema.parse(JSON.parse(readFileSync(seen, 'utf8')))
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-host-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('passes the connection to a host but not to its child processes', async () => {
  const connection = { address: 'https://service.example', key: '12|"key\\|żółw' }
  const seen = await run(connection)
  expect(seen.connection).toEqual(connection)
  for (const place of [seen.environment, seen.argv.join(' '), seen.initial]) {
    expect(place).not.toContain('12|')
    expect(place).not.toContain('EASEL_API_KEY')
  }
})

it('runs a host without a connection', async () => {
  const seen = await run(null)
  expect(seen.connection).toBeNull()
})

/** Runs a host, given as source, in its own process, as `npm start` does; returns how it ended. */
const endOf = async (source: string, signal: NodeJS.Signals | null) => {
  const start = `import { runHost } from '${new URL('runHost.ts', import.meta.url).href}'
    const end = await runHost(process.execPath, ['-e', ${JSON.stringify(source)}], null)
    process.stdout.write(JSON.stringify(end))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', start], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString('utf8')
    if (signal && output.includes('begun')) child.kill(signal)
  })
  await once(child, 'close')
  return endSchema.parse(JSON.parse(output.slice(output.indexOf('{'))))
}

it('a host that a signal ends at once, as during an update of the library, exits normally', async () => {
  const source = "console.log('begun'); setInterval(() => {}, 1000)"
  expect(await endOf(source, 'SIGTERM')).toEqual({ code: 0, crashed: null })
})

it('a host that exits during an update is not reported as failed to start', async () => {
  const end = (line: string) => endOf(`console.log('${line}'); process.kill(process.pid, 'SIGKILL')`, null)
  expect(await end('Easel is updating its library.')).toMatchObject({ crashed: null })
  expect(await end('Starting')).toMatchObject({ crashed: 'it was ended by SIGKILL' })
})
