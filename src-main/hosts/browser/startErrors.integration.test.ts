import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../studio/storage/migrations/index.ts'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'
import { databaseWorld } from '../../studio/testing/worlds/databaseWorld.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Starts the browser host and waits until it has ended. */
function start(args: readonly string[], input = '', data = temporaryFolder()) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [MAIN, '--data', data, ...args], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, signal, stdout, stderr }
}

/** Takes a free port until the test ends. */
async function takePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

it.each([
  ['no JSON', 'secret-key'],
  ['JSON without an address', '{"key": "secret-key"}'],
])(
  'a connection on standard input that is %s ends the start with a message that does not quote it',
  (_name, input) => {
    const { status, stdout, stderr } = start(['--connection-from-stdin'], input)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^[^\n]*standard input must be JSON with an address and a key[^\n]*\n$/)
    expect(stdout).toBe('')
    expect(stderr).not.toContain('secret')
  },
)

it('a listed library that is missing ends the start with a message, and is not created again', () => {
  const config = temporaryFolder()
  const gone = join(config, 'gone')
  mkdirSync(join(config, 'easel'))
  writeFileSync(join(config, 'easel', 'libraries.json'), JSON.stringify({ libraries: [gone] }))
  const env = { ...process.env, XDG_CONFIG_HOME: config }
  const { status, stderr } = spawnSync(process.execPath, [MAIN, '--no-open'], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toContain(`There’s no library in ${gone}`)
  expect(status).toBe(1)
  expect(existsSync(gone)).toBe(false)
})

it('a taken port ends the start with a message that names the port', async () => {
  const port = await takePort()
  const { status, stderr } = start(['--port', String(port)])
  expect(stderr).toContain(`Port ${port} is taken`)
  expect(status).toBe(1)
})

it('a taken port ends the start at once during an update of the library', async () => {
  const { dataFolder, open, file } = databaseWorld()
  await open(migrations.slice(0, -1)).close()
  const port = await takePort()
  // The thread that updates the library waits for this inside SQLite.
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  database.exec('BEGIN IMMEDIATE')
  const { signal, stderr } = start(['--port', String(port)], '', dataFolder)
  expect(stderr).toContain(`Port ${port} is taken`)
  expect(signal).toBe('SIGKILL')
})
