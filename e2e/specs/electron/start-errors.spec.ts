import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { findElectron } from '../../../scripts/test/findElectron.ts'
import { projectFolder } from '../../../scripts/test/projectFolder.ts'
import { killOnExit, waitForExit } from '../../fixtures/children.ts'
import { expect, test } from '../../fixtures/test.ts'

const asRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Starts Easel and returns its output once Chromium runs, so that it can show a dialog; rejects if it ends before. */
async function startUntilDialog(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const switches = ['--remote-debugging-port=0', ...(asRoot ? ['--no-sandbox'] : [])]
  const child = killOnExit(
    spawn(findElectron() ?? '', [...switches, projectFolder, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const onData = (part: Buffer): void => {
      output += part.toString('utf8')
      if (output.includes('DevTools listening')) resolve()
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.once('close', (code, signal) => reject(new Error(`It ended with ${code ?? signal}\n${output}`)))
  })
  child.kill('SIGKILL')
  await waitForExit(child)
  return output
}

// Catches: Chromium’s crash without a writable home folder, which shows nothing on the screen.
test('a home folder that can’t be written is named in a dialog', async ({ display }, testInfo) => {
  // A file in its place, because root may write to any folder.
  const home = testInfo.outputPath('home')
  writeFileSync(home, '')
  const { XDG_CONFIG_HOME: _, XDG_DATA_HOME: __, XDG_CACHE_HOME: ___, ...env } = process.env
  const temporary = testInfo.outputPath('temporary')
  mkdirSync(temporary)
  const output = await startUntilDialog({ ...env, ...display.env, HOME: home, TMPDIR: temporary }, [])
  expect(output).toContain('Easel couldn’t open its library in')
})

// Catches: "already open" although nothing is open, because Chromium makes its lock in the folder for temporary files.
test('a folder for temporary files that can’t be written is named in a dialog', async ({
  display,
}, testInfo) => {
  const env = { ...process.env, ...display.env, TMPDIR: testInfo.outputPath('missing') }
  const output = await startUntilDialog(env, ['--data', testInfo.outputPath('data')])
  expect(output).toContain('Easel can’t write to the folder for temporary files')
  expect(output).not.toContain('already open')
})
