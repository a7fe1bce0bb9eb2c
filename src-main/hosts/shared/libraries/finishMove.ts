import { readTargetMarker } from '../../../studio/storage/files/libraryFolder.ts'
import { removeMovedFiles } from '../../../studio/storage/move/removeMovedFiles.ts'
import type { Log } from '../../../studio/world.ts'
import type { KnownLibraries } from './KnownLibraries.ts'

/**
 * Completes the move of a library that has opened in its new folder: puts the new folder in place of the old one in the list of known libraries, then
 * deletes the files in the old one. After an error, or if the disk with the old folder isn't connected, the next start tries again.
 */
export async function finishMove(folder: string, known: KnownLibraries, log: Log): Promise<void> {
  const marker = readTargetMarker(folder)
  if (marker?.kind !== 'moved') return
  try {
    await known.replace(marker.from, folder)
    const isComplete = await removeMovedFiles(marker.from, folder)
    if (isComplete) log.info('The library was moved', { from: marker.from })
  } catch (error) {
    log.warn('The move of the library could not be completed', { error: String(error) })
  }
}
