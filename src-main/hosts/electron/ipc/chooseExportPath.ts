import { join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { ExportOptions } from '../../../../src-preload/contract/types/export.ts'

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
