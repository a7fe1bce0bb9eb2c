import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { guide } from './scripts/build/guide.ts'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const testing = join(import.meta.dirname, 'src-renderer/testing')

/** Long enough for a busy machine; no poll lasts this long. */
const POLL_OPTIONS = { poll: { timeout: 50_000 } }

const shared = {
  // Files share a worker, because creating an environment for each file would take a third of the time. A worker is
  // restarted if the next file needs another environment, so tests with and without a DOM are two projects.
  isolate: false,
  exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
  // Long enough for a busy machine; no test waits this long.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: POLL_OPTIONS,
}

/**
 * Runs the integration tests of `scripts` first, because the crash, power and fuzz tests take longest and would
 * otherwise run alone at the end.
 */
class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/scripts\/.*\.integration\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The unit tests of the studio and of the window run without other processes; `integration` uses real HTTP, files and
 * the real keychain.
 */
export default defineConfig({
  test: {
    // More than the two cores, because tests spend a fifth of their time waiting for timers, files and fsync.
    maxWorkers: 3,
    sequence: { sequencer: LongTestsFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit studio',
          include: ['src-{main,preload}/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        plugins: [react(), guide(import.meta.dirname)],
        resolve: {
          alias: [
            { find: /^zustand$/, replacement: join(testing, 'resettableZustand.ts') },
            { find: /^uplot$/, replacement: join(testing, 'undrawnPlot.ts') },
          ],
        },
        test: {
          ...shared,
          name: 'unit window',
          environment: 'jsdom',
          include: ['src-renderer/**/*.test.{ts,tsx}'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          setupFiles: ['src-renderer/i18n/lazyTexts.ts', 'src-renderer/testing/setupDom.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['src-*/**/*.integration.test.ts', 'scripts/**/*.integration.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: POLL_OPTIONS,
        },
      },
    ],
  },
})
