import { ensureBuilt } from './ensureBuilt.ts'

/* Builds `out/` if the sources have changed since the last build. */
try {
  await ensureBuilt(console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
