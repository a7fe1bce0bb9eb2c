import { defineConfig } from '@playwright/test'
import type { HostOptions } from './e2e/fixtures/HostOptions.ts'

/** One suite against both hosts: the real Electron, and the browser host in the system's Chromium. */
export default defineConfig<object, HostOptions>({
  testDir: 'e2e/specs',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  // Two hosts share two cores with all they test; what passes only the second time is said by name in the report.
  retries: 1,
  forbidOnly: process.env.CI === 'true',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: { actionTimeout: 20_000, trace: 'retain-on-failure' },
  projects: [
    { name: 'browser', use: { host: 'browser' }, testIgnore: '**/specs/electron/**' },
    { name: 'electron', use: { host: 'electron' } },
  ],
})
