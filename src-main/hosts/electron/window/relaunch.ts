import { app } from 'electron'
import { keepArguments } from './keepArguments.ts'

/** Starts Easel again when this process has ended, with the library that is first in the list or, with `isUnchanged`, as this time. */
export function relaunch({ isUnchanged = false } = {}): void {
  const args = keepArguments(process.argv.slice(1), { keepsData: isUnchanged })
  // An AppImage is unpacked to a folder that is gone when this process has ended.
  const image = process.env['APPIMAGE']
  app.relaunch({ args, ...(image && { execPath: image }) })
}
