import { defineConfig } from '@playwright/test'
import type { HostOptions } from './e2e/fixtures/HostOptions.ts'

/**
 * What the two hosts do differently: the program's own start and end, files that come in and go out, dialogs, clipboard,
 * microphone, media, notifications and the keychain, and one journey for each kind of result. Everything else is the same
 * window and the same studio; the browser host runs all of it.
 */
const DESKTOP = [
  'electron/*',
  'first-run',
  'restart',
  'library-care',
  'library-guards',
  'private-files',
  'connections',
  'outside',
  'batch-intake',
  'drop-folder',
  'keyboard',
  'save-copy',
  'export',
  'result-menu',
  'types/inputs',
  'types/big-input',
  'types/recording',
  'types/every-type',
].map((name) => `**/specs/${name}.spec.ts`)

/** One suite against two hosts: the browser host in the system's Chromium, and the real Electron. */
export default defineConfig<object, HostOptions>({
  testDir: 'e2e/specs',
  fullyParallel: true,
  // For two cores: tests wait for prices, polls and downloads almost half of their time.
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: { actionTimeout: 20_000 },
  // Made by a command of its own; every screen and viewer has other tests.
  ...(process.env.EASEL_SCREENSHOTS !== '1' && { grepInvert: /@screenshots/ }),
  projects: [
    {
      name: 'browser',
      outputDir: 'test-results/e2e/browser',
      use: { host: 'browser' },
      testIgnore: '**/specs/electron/**',
    },
    {
      name: 'electron',
      outputDir: 'test-results/e2e/electron',
      use: { host: 'electron' },
      testMatch: DESKTOP,
    },
  ],
})
