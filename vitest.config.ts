import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { guide } from './scripts/build/guide.ts'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const testing = join(import.meta.dirname, 'src-renderer/testing')

const shared = {
  // Files share their workers, because a new environment for each file would take a third of the time. A worker is also restarted if the
  // next file needs another environment, so those with and without a DOM are two projects.
  isolate: false,
  exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
  // Room for a busy machine; no test waits for it.
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** Runs the crash, power and fuzz tests first, because nothing would run beside the last of them. */
class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/scripts\/.*\.integration\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** The unit tests of the studio and of the window run without other processes; `integration` wants real HTTP, real files and the real keychain. */
export default defineConfig({
  test: {
    // For two cores: tests wait for timers, files and fsync a fifth of their time.
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
        },
      },
    ],
  },
})
