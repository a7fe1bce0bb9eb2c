import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { guide } from './scripts/build/guide.ts'
import { mainEntries } from './scripts/build/mainEntries.ts'
import { thirdPartyNotices } from './scripts/build/thirdPartyNotices.ts'

export default defineConfig({
  main: {
    build: {
      target: 'node24',
      outDir: 'out/main',
      // Bundled, because one file loads faster than the hundreds of these packages.
      externalizeDeps: { exclude: ['undici', 'zod', 'ws'] },
      rollupOptions: {
        input: mainEntries,
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { electron: 'src-preload/electron.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    build: {
      target: 'chrome146',
      outDir: 'out/renderer',
      minify: true,
      // Otherwise the first render adds a link for each chunk that its lazy parts import, which takes a third of its time.
      modulePreload: false,
      rollupOptions: {
        input: 'src-renderer/index.html',
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'] },
              { name: 'icons', test: /lucide-react/ },
            ],
          },
        },
      },
    },
    plugins: [react(), thirdPartyNotices(import.meta.dirname), guide(import.meta.dirname)],
  },
})
