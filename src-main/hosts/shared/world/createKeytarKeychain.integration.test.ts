import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createKeytarKeychain } from './createKeytarKeychain.ts'

const account = `test-${randomUUID()}`

/** Tries to store a key. Returns null, or why this machine has no working keychain. */
const probe = async (): Promise<string | null> => {
  if (process.platform === 'linux' && !process.env.DBUS_SESSION_BUS_ADDRESS) return 'no session bus'
  try {
    const timeout = new Promise<string>((resolve) =>
      setTimeout(resolve, 5_000, 'it asks for a password').unref(),
    )
    return await Promise.race([
      timeout,
      createKeytarKeychain()
        .set(account, 'probe')
        .then(() => null),
    ])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const problem = await probe()
if (problem) process.stderr.write(`SKIPPED: the keychain tests need a working keychain (${problem})\n`)

describe.skipIf(problem)('the keychain of this machine', () => {
  const keychain = createKeytarKeychain()
  afterAll(() => keychain.delete(account))

  it('stores a key across processes unchanged', async () => {
    const secret = `12|${randomUUID()} żółw "'\\`
    await keychain.set(account, secret)

    const script = `import('keytar').then(async ({ default: k }) =>
      process.stdout.write(String(await k.getPassword('Easel', process.argv[1]))))`
    const read = execFileSync(process.execPath, ['-e', script, account], { encoding: 'utf8' })

    expect(read).toBe(secret)
    expect(await keychain.get(account)).toBe(secret)
  })

  it('deletes a key, and reports no error if it does not exist', async () => {
    await keychain.set(account, 'secret')
    await keychain.delete(account)
    await keychain.delete(account)

    expect(await keychain.get(account)).toBeNull()
  })
})

it.runIf(process.platform === 'linux')('rejects with a readable message without a session bus', () => {
  const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, XDG_RUNTIME_DIR: ___, ...env } = process.env
  const script = `import { createKeytarKeychain } from './src-main/hosts/shared/world/createKeytarKeychain.ts'
    createKeytarKeychain().get('x').then(() => 'no error', (error) => error.message).then((text) => process.stdout.write(text))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })

  expect(run.stdout).toMatch(/D-?Bus|libsecret|keytar/i)
})

it.runIf(process.platform === 'linux')('lets the process exit while a keychain call hangs', async () => {
  const path = join(tmpdir(), `easel-${randomUUID()}.sock`)
  const bus = createServer(() => {}).listen(path)
  await once(bus, 'listening')
  const script = `import { createKeytarKeychain } from './src-main/hosts/shared/world/createKeytarKeychain.ts'
    createKeytarKeychain().get('x').then(() => process.stdout.write('answered'), () => process.stdout.write('answered'))
    setTimeout(() => { process.stdout.write('alive'); process.exit() }, 300)`
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'pipe' })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))

  await once(child, 'exit')
  bus.close()

  expect(output).toBe('alive')
})
