import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryLog } from '../../studio/testing/memoryLog.ts'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'
import { openSystemBrowser } from './openSystemBrowser.ts'
import { openHost, HOST_NAME, getPath, type OpenHost } from './testing.ts'

const NOBODY = 65_534
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
if (!isRoot) process.stderr.write('SKIPPED: attacks by another user need root on Linux to become that user\n')

/** The output of a program that another user of this machine runs. */
const asNobody = (program: string, ...args: string[]): string =>
  spawnSync(program, args, { uid: NOBODY, gid: NOBODY, encoding: 'utf8', cwd: '/' }).stdout

/** A program in place of the browser. It does nothing until the test's folder is deleted. */
const idle = (): string[] => ['/bin/sh', '-c', `while [ -e '${folder}' ]; do sleep 0.1; done`, 'browser']

let open: OpenHost
let folder: string
let failures: number

const secretsOf = (text: string): string[] => text.match(/[\w-]{43}/g) ?? []

describe('the redirect file', () => {
  beforeEach(async () => {
    folder = join(temporaryFolder(), 'data')
    mkdirSync(folder)
    failures = 0
    const media = { find: async () => null, saveThumb: async () => {} }
    const inputs = { store: () => Promise.reject(new Error('not here')) }
    open = await openHost({
      handlers: {},
      media,
      inputs,
      onEvent: () => () => {},
      files: new Map(),
      log: memoryLog(),
    })
  })
  afterEach(() => open.host.close())

  const file = (): string => join(folder, 'open-easel.html')
  const openBrowser = (command = idle()): void =>
    openSystemBrowser(
      command,
      folder,
      (onEnd) => open.accessControl.issueUrl(onEnd),
      () => failures++,
    )
  const addressInside = (): string => /url=(\S+)"/.exec(readFileSync(file(), 'utf8'))?.[1] ?? 'http://nothing'

  it('redirects to the studio, is readable only by this user, and is deleted when its code is used', async () => {
    openBrowser()
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const response = await open.send('GET', getPath(addressInside()), { Host: open.loopbackHost })
    expect(response.text).toContain(HOST_NAME)
    expect(existsSync(file())).toBe(false)
    expect(failures).toBe(0)
  })

  it('is deleted after a minute without use', async () => {
    openBrowser()
    const path = getPath(addressInside())
    await open.clock.advance(60_000)
    expect(existsSync(file())).toBe(false)
    expect((await open.send('GET', path, { Host: open.loopbackHost })).status).toBe(403)
  })

  it('is deleted, and the failure reported, when no browser can be started', async () => {
    openBrowser(['/nonexistent/browser'])
    await expect.poll(() => failures).toBe(1)
    expect(existsSync(file())).toBe(false)
    openBrowser(['/bin/sh', '-c', 'exit 3'])
    await expect.poll(() => failures).toBe(2)
    expect(existsSync(file())).toBe(false)
  })

  it('is not written through a symbolic link in its place', () => {
    const victim = join(folder, 'victim')
    execFileSync('ln', ['-s', victim, file()])
    openBrowser()
    expect(existsSync(victim)).toBe(false)
    expect(addressInside()).toContain(open.loopbackHost)
  })

  it.skipIf(!isRoot)(
    'reveals no code and no cookie to another user of this machine, who gets no access',
    async () => {
      // Like an old data folder with open permissions, so that only the file's own mode protects it.
      for (const path of [join(folder, '..'), folder]) chmodSync(path, 0o755)
      openBrowser()
      const code = new URL(addressInside()).searchParams.get('code') ?? ''
      const cookie = await open.signIn('own')
      expect(code).toMatch(/^[\w-]{43}$/)

      const processes = asNobody('/bin/sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" "\\n"')
      expect(processes).toContain('open-easel.html')
      for (const secret of [code, cookie, ...secretsOf(cookie), HOST_NAME])
        expect(processes).not.toContain(secret)
      // A file of the same folder that anyone may read.
      const control = join(folder, 'control')
      writeFileSync(control, 'readable', { mode: 0o644 })
      expect(asNobody('/bin/cat', control)).toBe('readable')
      expect(existsSync(file())).toBe(true)
      expect(asNobody('/bin/cat', file())).toBe('')

      for (const Host of [open.loopbackHost, open.ownHost]) {
        await expect(open.connect({ Host, Origin: `http://${Host}` })).rejects.toThrow('403')
      }
    },
  )
})
