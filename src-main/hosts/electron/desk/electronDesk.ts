import { app, Menu, Notification, powerSaveBlocker, Tray, nativeImage, type BrowserWindow } from 'electron'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Studio } from '../../../studio/Studio.ts'
import { Desk } from './Desk.ts'
import { hasTray } from './hasTray.ts'
import { TrayMode, type TrayIcon } from './TrayMode.ts'

export interface ElectronDesk {
  readonly hasTray: boolean
  /** Closes the window and continues in the tray; false if there is no tray or the user disabled this. */
  toTray: () => boolean
  bringToFront: () => void
  /** Shows the events of a studio. */
  follow: (studio: Studio) => Promise<void>
}

/** The taskbar, notifications, tray and sleep blocker of this computer through Electron. */
export function electronDesk(window: BrowserWindow, icon: string): ElectronDesk {
  let isTrayAvailable = false
  let stayInTray = false
  void hasTray(process.platform).then((isAvailable) => (isTrayAvailable = isAvailable))
  const tray = new TrayMode({
    show: (open) => showIcon(icon, open),
    hideWindow: () => window.hide(),
    showWindow: () => {
      window.show()
      window.focus()
    },
  })
  const bringToFront = (): void => {
    tray.leave()
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  const send = (event: StudioEvent): void => window.webContents.send('easel:event', event)
  // A notification that is garbage-collected no longer receives its click event.
  const shown = new Set<Notification>()
  const desk = new Desk({
    setProgress: (value, mode) => window.setProgressBar(value, { mode }),
    setBadge: (count) => void app.setBadgeCount(count),
    preventSleep: () => powerSaveBlocker.start('prevent-app-suspension'),
    allowSleep: (id) => void powerSaveBlocker.stop(id),
    notify: ({ title, body, silent, onClick }) => {
      if (!Notification.isSupported()) return
      const notification = new Notification({ title, body, silent, icon })
      shown.add(notification)
      notification.on('click', onClick)
      notification.on('close', () => shown.delete(notification))
      notification.show()
    },
    isFocused: () => window.isFocused(),
    bringToFront: (place) => {
      bringToFront()
      send({ type: 'go', place })
    },
  })
  app.on('will-quit', () => desk.close())
  return {
    get hasTray() {
      return isTrayAvailable
    },
    toTray: () => {
      if (isTrayAvailable && stayInTray) tray.enter()
      return isTrayAvailable && stayInTray
    },
    bringToFront,
    follow: async (studio) => {
      const read = async (): Promise<void> => {
        const settings = await studio.handlers['settings.get']()
        ;({ stayInTray } = settings)
        desk.set(settings)
      }
      studio.onEvent((event) => {
        if (window.isDestroyed()) return
        desk.onEvent(event)
        if (event.type === 'progress') tray.show(event.progress)
        if (event.type === 'settings.changed') void read()
        // The window would show the announcement again.
        if (event.type !== 'announcement') send(event)
      })
      await read()
    },
  }
}

function showIcon(file: string, open: () => void): TrayIcon {
  const size = process.platform === 'darwin' ? 18 : 32
  const tray = new Tray(nativeImage.createFromPath(file).resize({ width: size, height: size }))
  tray.on('click', open)
  return {
    setText: (text) => {
      tray.setToolTip(`Easel: ${text}`)
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: text, enabled: false },
          { type: 'separator' },
          { label: 'Open Easel', click: open },
          { label: 'Quit Easel', click: () => app.quit() },
        ]),
      )
    },
    remove: () => tray.destroy(),
  }
}
