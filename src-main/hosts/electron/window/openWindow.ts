import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { app, BrowserWindow, nativeTheme, screen, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Log } from '../../../studio/world.ts'
import { fitBounds, fitMinSize, parseBounds, type Bounds } from './fitBounds.ts'
import { APP_ORIGIN } from '../security/appUrls.ts'
import type { Studio } from '../../../studio/Studio.ts'

/** The page's background color, so that the window doesn't flash in another color before the first paint. */
const backgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? '#111110' : '#fdfdfc')

export interface WindowPaths {
  preload: string
  icon: string
  /** File with the last bounds of the window. */
  boundsFile: string
}

/** Creates the window at its last bounds; it is not shown yet. */
export function openWindow(paths: WindowPaths): BrowserWindow {
  const savedBounds = parseBounds(readText(paths.boundsFile))
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  const areas = [main, ...others].map((display) => display.workArea)
  const minSize = fitMinSize(areas)
  const window = new BrowserWindow({
    ...fitBounds(savedBounds, areas),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    title: 'Easel',
    icon: paths.icon,
    backgroundColor: backgroundColor(),
    autoHideMenuBar: true,
    webPreferences: {
      preload: paths.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // The dictionaries would be downloaded from a third-party server.
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  // Not earlier, because `maximize` also shows the window.
  if (savedBounds?.maximized) window.once('ready-to-show', () => window.maximize())
  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundColor())
  })
  return window
}

/** Loads the page. Separate from `openWindow`, because the handlers for its requests are registered in between. */
export const loadPage = (window: BrowserWindow): Promise<void> => window.loadURL(`${APP_ORIGIN}/`)

/** Saves the bounds of the window for the next start. */
export function saveBounds(window: BrowserWindow, file: string, log: Log): void {
  if (window.isDestroyed()) return
  const bounds: Bounds = { ...window.getNormalBounds(), maximized: window.isMaximized() }
  try {
    writeFileSync(`${file}.new`, JSON.stringify(bounds))
    renameSync(`${file}.new`, file)
  } catch (error) {
    log.warn('The bounds of the window could not be saved', { error })
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Applies the theme of the settings to native menus, dialogs and the background of the window. */
export async function syncTheme(studio: Studio): Promise<void> {
  const apply = async (): Promise<void> => {
    nativeTheme.themeSource = (await studio.handlers['settings.get']()).theme
  }
  studio.onEvent((event) => {
    if (event.type === 'settings.changed') void apply()
  })
  await apply()
}

/** Adds a context menu with the standard commands for text. The page shows all other context menus itself. */
export function addEditContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    if (!isEditable && selectionText.trim() === '') return
    const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy }
    const items: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'undo', enabled: editFlags.canUndo },
          { role: 'redo', enabled: editFlags.canRedo },
          { type: 'separator' },
          { role: 'cut', enabled: editFlags.canCut },
          copy,
          { role: 'paste', enabled: editFlags.canPaste },
          { role: 'delete', enabled: editFlags.canDelete },
          { type: 'separator' },
          { role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : [copy]
    Menu.buildFromTemplate(items).popup({ window })
  })
}
