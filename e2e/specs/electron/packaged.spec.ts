import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { projectFolder } from '../../../scripts/test/projectFolder.ts'
import { readJson } from '../../../scripts/test/readJson.ts'
import { runCommand } from '../../../scripts/test/runCommand.ts'
import { findElectron } from '../../../scripts/test/findElectron.ts'
import { findTool } from '../../../scripts/test/findTool.ts'
import { killOnExit, waitForExit } from '../../fixtures/children.ts'
import { waitUntilReady } from '../../fixtures/Studio.ts'
import { readResultFiles } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'

/* Electron's security checklist, by the numbers of its items: which Electron, and what is switched off in the package. */

const manifest = readJson(
  join(projectFolder, 'package.json'),
  z.object({
    homepage: z.url(),
    author: z.object({ name: z.string(), email: z.email() }),
    desktopName: z.string(),
    devDependencies: z.record(z.string(), z.string()),
  }),
)
const builderConfig = readFileSync(join(projectFolder, 'electron-builder.yml'), 'utf8')
const asRoot = process.platform === 'linux' && process.getuid?.() === 0

// Catches: a version range that allows an older or untested Electron.
test('16: one Electron version is pinned (as configuration; docs/decisions/electron-security.md says when to raise it)', () => {
  const pinned = manifest.devDependencies['electron']
  expect(pinned).toMatch(/^\d+\.\d+\.\d+$/)
  const installed = readJson(
    join(projectFolder, 'node_modules/electron/package.json'),
    z.object({ version: z.string() }),
  )
  expect(installed.version).toBe(pinned)
})

// Catches: a package that the system's software centre can't name or attribute; the deb target fails without some of it.
test('the Linux package has a homepage, a maintainer, a category and an icon', () => {
  expect(manifest.desktopName).toBe('easel.desktop')
  expect(builderConfig).toMatch(/^ {2}maintainer: .+ <.+@.+>$/m)
  expect(builderConfig).toMatch(/^ {2}category: Graphics$/m)
  const icon = /^linux:[^]*?^ {2}icon: (\S+)$/m.exec(builderConfig)?.[1] ?? ''
  expect(existsSync(join(projectFolder, icon))).toBe(true)
})

test.describe('packaged', () => {
  test.skip(process.platform !== 'linux', 'only the Linux package is built and started')

  // Catches: a package that can't be built, lacks a file it needs, leaves a fuse open, or does not start with them blown.
  test('19: the packaged program starts with its fuses set, makes an image and uses its threads', async ({
    display,
    playwright,
  }, testInfo) => {
    // Packaging copies 250 MB.
    test.setTimeout(240_000)
    const bootstrap = join(projectFolder, 'scripts/bootstrap.mjs')
    const { code, output } = await runCommand(process.execPath, [bootstrap, 'dist', '--dir'])
    expect(code, output).toBe(0)
    const folder = join(projectFolder, /Linux: (\S+)/.exec(output)?.[1] ?? '')
    const program = join(folder, 'easel')
    expect(await fusesOf(program)).toEqual({
      RunAsNode: 'Disabled',
      EnableCookieEncryption: 'Enabled',
      EnableNodeOptionsEnvironmentVariable: 'Disabled',
      EnableNodeCliInspectArguments: 'Disabled',
      EnableEmbeddedAsarIntegrityValidation: 'Enabled',
      OnlyLoadAppFromAsar: 'Enabled',
      LoadBrowserProcessSpecificV8Snapshot: 'Disabled',
      GrantFileProtocolExtraPrivileges: 'Disabled',
    })
    const files = readdirSync(folder)
    for (const file of ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'LICENSES.chromium.html'])
      expect(files).toContain(file)
    expect(readdirSync(join(folder, 'resources'))).not.toContain('default_app.asar')

    const sandboxSwitch = asRoot ? ['--no-sandbox'] : []
    // Without the fuses, each of these variables would run other code or open a debugger.
    const env = { ...process.env, ...display.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--inspect=0' }
    for (const refused of [
      '--remote-debugging-port=0',
      '-remote-debugging-port=0',
      '--inspect=0',
      '--js-flags=--expose-gc',
    ]) {
      const args = [...sandboxSwitch, '--data', testInfo.outputPath('refused'), refused]
      const started = killOnExit(spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] }))
      const { text } = await readUntil(started, /does not run with/)
      expect(await waitForExit(started)).toBe(1)
      expect(text).not.toMatch(/listening/i)
    }
    expect(existsSync(testInfo.outputPath('refused'))).toBe(false)

    const started = killOnExit(
      spawn(program, [...sandboxSwitch, '--data', testInfo.outputPath('started')], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    const { text } = await readUntil(started, /Easel is ready/)
    expect(text).not.toMatch(/listening/i)
    started.kill('SIGTERM')
    expect(await waitForExit(started)).toBe(0)

    // The program refuses the switch by which a test drives it, so its files run in the unpackaged Electron.
    const dataFolder = testInfo.outputPath('data')
    const electron = findElectron() ?? ''
    const args = [
      ...sandboxSwitch,
      '--remote-debugging-port=0',
      join(folder, 'resources/app.asar'),
      '--data',
      dataFolder,
    ]
    const child = killOnExit(
      spawn(electron, args, { env: { ...process.env, ...display.env }, stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    const [, address = ''] = (await readUntil(child, /DevTools listening on (\S+)/)).match
    const browser = await playwright.chromium.connectOverCDP(address)
    const [context] = browser.contexts()
    const page = await waitUntilReady(context?.pages()[0] ?? (await onlyPage(context?.waitForEvent('page'))))
    await page.getByRole('button', { name: 'Try the sandbox' }).click()
    await new CreatePage(page).generateImage('a kite above the dunes')
    expect(readResultFiles(dataFolder).length).toBeGreaterThan(0)
    await expectNoThreadErrors(page, dataFolder)
    await expectNotices(page)
    await expectGuide(page)

    // Before the program exits, because the trace is written over its connection.
    await browser.close()
    child.kill('SIGTERM')
    expect(await waitForExit(child)).toBe(0)
  })
})

/** Reads the output of a program until it matches. Rejects if the program ends before. */
const readUntil = (child: ChildProcess, pattern: RegExp): Promise<{ text: string; match: RegExpExecArray }> =>
  new Promise((resolve, reject) => {
    let text = ''
    const onData = (part: Buffer): void => {
      text += part.toString('utf8')
      const match = pattern.exec(text)
      if (match) resolve({ text, match })
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    child.once('close', (code) => reject(new Error(`The program ended (${code})\n${text}`)))
  })

const onlyPage = async (page: Promise<Page> | undefined): Promise<Page> => {
  if (!page) throw new Error('The program has no window')
  return page
}

/** The fuses of a program, by name, as `@electron/fuses` reads them. */
const fusesOf = async (program: string): Promise<Record<string, string>> => {
  const { output } = await runCommand(process.execPath, [
    findTool('@electron/fuses', 'electron-fuses'),
    'read',
    '--app',
    program,
  ])
  const lines = [...stripVTControlCharacters(output).matchAll(/^\s+(\w+) is (\w+)$/gm)]
  // Fuses newer than the reader have no name.
  return Object.fromEntries(
    lines.map(([, name = '', state = '']) => [name, state]).filter(([name]) => name !== 'undefined'),
  )
}

/**
 * Checks the log for errors of threads. A worker inspects each result, and the query thread computes the report. Without them, Easel
 * leaves the file uninspected or queries on the main thread, and only its log says so.
 */
const expectNoThreadErrors = async (page: Page, dataFolder: string): Promise<void> => {
  await new Shell(page).goTo('Spend')
  await expect(
    page
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: /\$0\.\d+/ })
      .first(),
  ).toBeVisible()
  const log = readFileSync(join(dataFolder, 'logs', 'easel.log'), 'utf8')
  const faults = log.split('\n').filter((line) => /^\S+ error |could not be read/.test(line))
  expect(faults).toEqual([])
}

/** Checks that the app shows the licenses of its packages. */
const expectNotices = async (page: Page): Promise<void> => {
  await new Shell(page).goTo('Settings')
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByText(/^@breezystack\/lamejs/).click()
  await expect(page.getByText('GNU LESSER GENERAL PUBLIC LICENSE').first()).toBeVisible()
}

/** Checks that the package contains the guide. */
const expectGuide = async (page: Page): Promise<void> => {
  await page.keyboard.press('F1')
  const guide = page.getByRole('dialog', { name: 'Easel guide' })
  await expect(guide.getByRole('heading', { name: 'Limits and spending' })).toBeAttached()
  await page.keyboard.press('Escape')
}
