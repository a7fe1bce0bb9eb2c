import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of a program, or null if it isn't installed. */
export const findProgram = (program: string): string | null => {
  const extra = process.platform === 'linux' ? ['/usr/bin', '/usr/local/bin'] : []
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...extra]) {
    const file = join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder.
    }
  }
  return null
}
