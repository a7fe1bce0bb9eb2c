import { app, dialog, type BrowserWindow } from 'electron'

/** Asks the user for a folder to import. Null if the user cancels. */
export async function chooseImportFolder(window: BrowserWindow): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Import a folder',
    buttonLabel: 'Import',
    defaultPath: app.getPath('pictures'),
    properties: ['openDirectory'],
  })
  return filePaths[0] ?? null
}
