import { app, Menu, Notification, powerSaveBlocker, Tray, nativeImage, type BrowserWindow } from 'electron'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Studio } from '../../../studio/Studio.ts'
import { DesktopStatus } from './DesktopStatus.ts'
import { TrayMode, type TrayIcon, hasTray } from './TrayMode.ts'

/** The desktop functions of the Electron host. */
export interface ElectronDesktop {
  readonly hasTray: boolean
  /** Hides the window and shows the tray icon; false if there is no tray or the user disabled this. */
  hideToTray: () => boolean
  bringToFront: () => void
  sendToWindow: (event: StudioEvent) => void
  /** Forwards the events of a studio to the window, the taskbar and the notifications. */
  connect: (studio: Studio) => Promise<void>
}

/** The taskbar, notifications, tray and sleep blocker of this computer through Electron. */
export function createElectronDesktop(window: BrowserWindow, icon: string): ElectronDesktop {
  let isTrayAvailable = false
  // From the settings.
  let stayInTray = false
  void hasTray(process.platform).then((isAvailable) => (isTrayAvailable = isAvailable))
  const tray = new TrayMode({
    showIcon: (open) => showTrayIcon(icon, open),
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
  const sendToWindow = (event: StudioEvent): void => {
    if (!window.isDestroyed()) window.webContents.send('easel:event', event)
  }
  // A notification that is garbage-collected no longer receives its click event.
  const shownNotifications = new Set<Notification>()
  const status = new DesktopStatus({
    setProgress: (value, mode) => window.setProgressBar(value, { mode }),
    setBadge: (count) => void app.setBadgeCount(count),
    preventSleep: () => powerSaveBlocker.start('prevent-app-suspension'),
    allowSleep: (id) => void powerSaveBlocker.stop(id),
    notify: ({ title, body, silent, onClick }) => {
      if (!Notification.isSupported()) return
      const notification = new Notification({ title, body, silent, icon })
      shownNotifications.add(notification)
      notification.on('click', onClick)
      notification.on('close', () => shownNotifications.delete(notification))
      notification.show()
    },
    isFocused: () => window.isFocused(),
    bringToFront: (place) => {
      bringToFront()
      sendToWindow({ type: 'go', place })
    },
  })
  app.on('will-quit', () => status.close())
  return {
    get hasTray() {
      return isTrayAvailable
    },
    hideToTray: () => {
      if (isTrayAvailable && stayInTray) tray.enter()
      return isTrayAvailable && stayInTray
    },
    bringToFront,
    sendToWindow,
    connect: async (studio) => {
      const applySettings = async (): Promise<void> => {
        const settings = await studio.handlers['settings.get']()
        ;({ stayInTray } = settings)
        status.applySettings(settings)
      }
      studio.onEvent((event) => {
        if (window.isDestroyed()) return
        status.onEvent(event)
        if (event.type === 'progress') tray.showProgress(event.progress)
        if (event.type === 'settings.changed') void applySettings()
        // Announcements are shown as notifications of the system; the window would show them a second time.
        if (event.type !== 'announcement') sendToWindow(event)
      })
      await applySettings()
    },
  }
}

function showTrayIcon(file: string, open: () => void): TrayIcon {
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
