import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import type { Log } from '../../studio/world.ts'
import { FIRST_SIZE, fitBounds, MIN_SIZE, readBounds, type Bounds } from './fitBounds.ts'
import { APP_ORIGIN } from './origin.ts'

/** The background colors of the page, so that nothing flashes before the first paint. */
const backgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? '#111110' : '#fdfdfc')

export interface WindowPaths {
  preload: string
  icon: string
  /** File with the last bounds of the window. */
  bounds: string
}

/** Creates the window at its last bounds; it is not shown yet. */
export function openWindow(paths: WindowPaths): BrowserWindow {
  const remembered = readBounds(readText(paths.bounds))
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...FIRST_SIZE,
    ...fitBounds(remembered, areas),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
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
      // The dictionaries would be downloaded from a foreign server.
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  if (remembered?.maximized) window.maximize()
  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundColor())
  })
  return window
}

/** Loads the page; separate from `openWindow`, so that everything it requests is in place before. */
export const loadPage = (window: BrowserWindow): Promise<void> => window.loadURL(`${APP_ORIGIN}/`)

/** Saves the bounds of the window for the next start. */
export function rememberBounds(window: BrowserWindow, file: string, log: Log): void {
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
