import { app } from 'electron'
import { keepArguments } from './keepArguments.ts'

/** Starts Easel again when this process has ended: with the first library of the list or, with `isUnchanged`, with the same library as now. */
export function relaunch({ isUnchanged = false } = {}): void {
  const args = keepArguments(process.argv.slice(1), { keepsData: isUnchanged })
  // An AppImage is unpacked to a folder that is deleted when this process ends.
  const image = process.env['APPIMAGE']
  app.relaunch({ args, ...(image && { execPath: image }) })
}
