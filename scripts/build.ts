import { ensureBuilt } from './ensureBuilt.ts'

/* Builds `out/` when the sources are others than those it was built from. */
try {
  await ensureBuilt(console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
