import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'

/** Sets the system menus with the standard commands. Easel's own commands are in the window. */
export function setApplicationMenu(isPackaged: boolean): void {
  const isMac = process.platform === 'darwin'
  const view: MenuItemConstructorOptions[] = [
    ...(isPackaged ? [] : ([{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }] as const)),
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : [{ label: 'File', submenu: [{ role: 'quit' } as const] }]),
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  )
}

/** Shows cut, copy and paste for text. The page shows its other context menus itself. */
export function addEditContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    if (!isEditable && selectionText.trim() === '') return
    const items: MenuItemConstructorOptions[] = [{ role: 'copy', enabled: editFlags.canCopy }]
    if (isEditable) {
      items.unshift({ role: 'cut', enabled: editFlags.canCut })
      items.push({ role: 'paste', enabled: editFlags.canPaste }, { type: 'separator' }, { role: 'selectAll' })
    }
    Menu.buildFromTemplate(items).popup({ window })
  })
}
