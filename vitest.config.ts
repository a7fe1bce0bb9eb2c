import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const css = { modules: { classNameStrategy: 'non-scoped' as const } }

/** `unit` runs without other processes; `integration` wants real HTTP, real files and the real keychain. */
export default defineConfig({
  test: {
    // Vitest leaves one core to itself by default, which on two cores runs one file at a time.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          environment: 'node',
          // Files share their workers: a new environment for each file would take a third of the time.
          isolate: false,
          include: ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
          css,
          setupFiles: ['src-renderer/i18n/lazyTexts.ts', 'src-renderer/testing/setupDom.ts'],
          // Room for a busy machine; no test waits for it.
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
