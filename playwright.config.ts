import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/test/findChromium.ts'
import type { HostOptions } from './e2e/fixtures/HostOptions.ts'

const asRoot = process.platform === 'linux' && process.getuid?.() === 0

/** One suite against both hosts: the real Electron, and the browser host in the system's Chromium. */
export default defineConfig<HostOptions>({
  testDir: 'e2e/specs',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: { actionTimeout: 10_000 },
  projects: [
    {
      name: 'browser',
      use: {
        host: 'browser',
        viewport: { width: 1280, height: 800 },
        trace: 'retain-on-failure',
        screenshot: 'only-on-failure',
        launchOptions: {
          executablePath: findChromium() ?? '',
          args: asRoot ? ['--no-sandbox'] : [],
        },
      },
    },
    { name: 'electron', use: { host: 'electron' } },
  ],
})
