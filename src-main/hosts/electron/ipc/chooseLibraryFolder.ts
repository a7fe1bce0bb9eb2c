import { dialog, type BrowserWindow } from 'electron'
import type { FolderPurpose } from '../../shared/libraries/createLibrariesHandlers.ts'

const TEXTS: Record<FolderPurpose, { title: string; buttonLabel: string }> = {
  new: { title: 'Choose an empty folder for the new library', buttonLabel: 'Create library here' },
  open: { title: 'Choose the folder of a library or a backup', buttonLabel: 'Open library' },
  backup: { title: 'Choose a backup', buttonLabel: 'Restore this backup' },
  restore: { title: 'Choose an empty folder for the restored library', buttonLabel: 'Restore here' },
  move: { title: 'Choose an empty folder for the library', buttonLabel: 'Move library here' },
}

/** Asks the user for a folder of a library or a backup. Null if the user cancels. */
export async function chooseLibraryFolder(
  window: BrowserWindow,
  purpose: FolderPurpose,
): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    ...TEXTS[purpose],
    // On a Mac only the message is shown.
    message: TEXTS[purpose].title,
    properties: ['openDirectory', 'createDirectory'],
  })
  return filePaths[0] ?? null
}
