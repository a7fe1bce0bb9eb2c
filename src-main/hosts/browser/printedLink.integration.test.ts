import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Starts the browser host with `xdg-open` replaced by a program, and returns the link that it prints when it is ready. */
async function readPrintedLink(xdgOpen: string, args: readonly string[] = []): Promise<string> {
  const programs = temporaryFolder()
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\n${xdgOpen}\n`, { mode: 0o755 })
  const child = spawn(process.execPath, [MAIN, '--data', temporaryFolder(), '--port', '0', ...args], {
    env: { ...process.env, DISPLAY: ':0', PATH: `${programs}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  )
  for await (const line of createInterface(child.stdout)) {
    const link = /^Easel is ready: (\S+)$/.exec(line)?.[1]
    if (link !== undefined) return link
  }
  throw new Error('Easel did not start')
}

it.skipIf(process.platform !== 'linux').each([
  ['no browser is opened', 'exit 1', ['--no-open']],
  ['the opened browser can’t read the redirect file, which xdg-open doesn’t report', 'exit 0', []],
])('the printed link signs in if %s', async (_when, xdgOpen, args) => {
  const response = await fetch(await readPrintedLink(xdgOpen, args))
  expect(response.status).toBe(200)
})
