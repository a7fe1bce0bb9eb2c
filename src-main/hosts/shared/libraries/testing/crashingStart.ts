// Completes a pending move as a start does, and kills itself before a given change of the file system, like a power failure. Prints the
// number of changes if it gets to the end. Arguments: the config folder, the default library, the folder of `--data` or nothing, and
// the step, from 1.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [configFolder = '', defaultFolder = '', data = '', step = ''] = process.argv.slice(2)
let changes = 0

/** Counts the calls of functions, and kills the process before the given one. */
function count(functions: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const change = functions[name]
    if (typeof change !== 'function') throw new Error(`There is no function ${name}`)
    functions[name] = (...args: unknown[]): unknown => {
      changes += 1
      if (changes === Number(step)) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(change, functions, args)
    }
  }
}
count(Object(fs), [
  'copyFileSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
  'utimesSync',
  'writeFileSync',
])
count(Object(fs.promises), ['open', 'rename', 'rm', 'rmdir', 'unlink'])
syncBuiltinESMExports()

const { KnownLibraries } = await import('../KnownLibraries.ts')
const { findStartFolder } = await import('../../start/dataFolder.ts')
const { openStudioDatabase } = await import('../../../../studio/storage/openStudioDatabase.ts')
const { finishMove } = await import('../finishMove.ts')
const { systemClock } = await import('../../world/systemClock.ts')

const log = { info: () => {}, warn: () => {}, error: () => {} }
const known = new KnownLibraries(configFolder, defaultFolder)
const { folder, moveError } = await findStartFolder(data || null, known)
if (moveError !== null) throw moveError
await openStudioDatabase({ dataFolder: folder, log, clock: systemClock }).close()
await finishMove(folder, known, log)
process.stdout.write(String(changes))
