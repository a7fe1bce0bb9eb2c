import { join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { ExportOptions } from '../../../../src-preload/contract/types/export.ts'
import type { ImportContent } from '../../shared/calls/hostHandlers.ts'
import type { FolderPurpose } from '../../shared/libraries/createLibrariesHandlers.ts'

/** Asks the user where to export to: a folder or a zip archive. The dialog confirms replacing a file. Null if the user cancels. */
export async function chooseExportPath(
  window: BrowserWindow,
  as: ExportOptions['as'],
  name: string,
): Promise<string | null> {
  const folder = app.getPath('downloads')
  if (as === 'folder') {
    const { filePaths } = await dialog.showOpenDialog(window, {
      title: 'Export to a folder',
      buttonLabel: 'Export',
      defaultPath: folder,
      properties: ['openDirectory', 'createDirectory'],
    })
    return filePaths[0] ?? null
  }
  const { filePath } = await dialog.showSaveDialog(window, {
    title: 'Export as a zip archive',
    buttonLabel: 'Export',
    defaultPath: join(folder, name),
    filters: [{ name: 'Zip archive', extensions: ['zip'] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  return filePath || null
}

/** Asks the user for a folder to back up the library to. Null if the user cancels. */
export async function chooseBackupFolder(window: BrowserWindow): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Back up the library',
    buttonLabel: 'Back up here',
    properties: ['openDirectory', 'createDirectory'],
  })
  return filePaths[0] ?? null
}

/** Asks the user for a folder to import, or for the folder of another library. Null if the user cancels. */
export async function chooseImportFolder(
  window: BrowserWindow,
  content: ImportContent,
): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: content === 'folder' ? 'Import a folder' : 'Import a library or a backup',
    buttonLabel: 'Import',
    defaultPath: app.getPath(content === 'folder' ? 'pictures' : 'documents'),
    properties: ['openDirectory'],
  })
  return filePaths[0] ?? null
}

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
