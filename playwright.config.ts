import { defineConfig } from '@playwright/test'
import type { HostOptions } from './e2e/fixtures/HostOptions.ts'

/**
 * Specs of what the two hosts do differently: start and exit, opening and saving files, dialogs, clipboard, microphone,
 * media, notifications and the keychain, and one journey for each kind of result. Everything else is the same window
 * and the same studio, which all specs test in the browser host.
 */
const ELECTRON_SPECS = [
  'electron/*',
  'create/first-run',
  'queue/restart',
  'gallery/gallery-view',
  'library/library-care',
  'library/library-guards',
  'library/private-files',
  'app/connections',
  'library/outside',
  'queue/batch-intake',
  'library/drop-folder',
  'app/keyboard',
  'gallery/save-copy',
  'gallery/export',
  'gallery/result-menu',
  'types/inputs',
  'types/big-input',
  'types/recording',
  'types/every-type',
].map((name) => `**/specs/${name}.spec.ts`)

/** One suite against two hosts: the browser host in the system's Chromium, and the real Electron. */
export default defineConfig<object, HostOptions>({
  testDir: 'e2e/specs',
  fullyParallel: true,
  // More than the two cores, because tests spend almost half of their time waiting for prices, polls and downloads.
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  // Long enough for a busy machine; no test or check waits this long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: { actionTimeout: 30_000 },
  // Only `npm run screenshots` runs these; every screen and viewer also has other tests.
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
      testMatch: ELECTRON_SPECS,
    },
  ],
})
