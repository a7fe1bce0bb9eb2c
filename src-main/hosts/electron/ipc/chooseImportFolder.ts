import { app, dialog, type BrowserWindow } from 'electron'
import type { ImportContent } from '../../shared/calls/hostHandlers.ts'

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
