import type { MenuItemConstructorOptions } from 'electron'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Command } from '../../../../src-preload/shared/keymap/Command.ts'
import { globalCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'

interface MenuOptions {
  isMac: boolean
  isPackaged: boolean
  /** Opens a screen or a dialog in the window. */
  send: (event: StudioEvent) => void
  showLibraryFolder: () => void
}

/** The application menu: the system's standard commands, and those of Easel that work everywhere. The window handles their keys itself. */
export function applicationMenu(options: MenuOptions): MenuItemConstructorOptions[] {
  const { isMac, isPackaged, send, showLibraryFolder } = options
  const item = (label: string, event: StudioEvent, command?: Command): MenuItemConstructorOptions => ({
    label,
    click: () => send(event),
    ...(command && { accelerator: acceleratorOf(command), registerAccelerator: false }),
  })
  const about = item('About Easel', { type: 'go', place: 'settings/about' })
  const settings = item('Settings…', { type: 'go', place: 'settings' }, globalCommands.settings)
  const easel: MenuItemConstructorOptions[] = [
    item('Command palette…', { type: 'open', dialog: 'palette' }, globalCommands.palette),
  ]
  const startInSettings = (label: string, action: string): MenuItemConstructorOptions =>
    item(label, { type: 'go', place: `settings/library?start=${action}` })
  const library: MenuItemConstructorOptions[] = [
    startInSettings('New library…', 'create'),
    startInSettings('Open another library…', 'open_existing'),
    item('Show all libraries', { type: 'go', place: 'settings/library' }),
    { type: 'separator' },
    startInSettings('Restore a backup…', 'restore'),
    startInSettings('Move library…', 'move'),
    { type: 'separator' },
    { label: 'Show library folder', click: showLibraryFolder },
  ]
  const help: MenuItemConstructorOptions[] = [
    item('Easel guide', { type: 'open', dialog: 'guide' }, globalCommands.guide),
    item('Keyboard shortcuts', { type: 'open', dialog: 'shortcuts' }),
  ]
  const view: MenuItemConstructorOptions[] = [
    ...(isPackaged ? [] : ([{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }] as const)),
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  const separator = { type: 'separator' } as const
  return [
    ...(isMac
      ? [
          {
            label: 'Easel',
            submenu: [
              about,
              separator,
              settings,
              separator,
              { role: 'services' as const },
              separator,
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              { role: 'unhide' as const },
              separator,
              { role: 'quit' as const },
            ],
          },
          { label: 'File', submenu: easel },
        ]
      : [{ label: 'File', submenu: [...easel, settings, separator, { role: 'quit' as const }] }]),
    { role: 'editMenu' },
    { label: 'Library', submenu: library },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', label: 'Help', submenu: isMac ? help : [...help, separator, about] },
  ]
}

/** The first key of a command in Electron's notation. */
const acceleratorOf = ({ keys }: Command): string =>
  (keys[0] ?? '').replace('Mod', 'CmdOrCtrl').replace(/[a-z]$/u, (letter) => letter.toUpperCase())
