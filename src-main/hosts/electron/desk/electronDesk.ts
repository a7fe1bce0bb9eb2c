import { app, Menu, Notification, powerSaveBlocker, Tray, nativeImage } from 'electron'
import type { BrowserWindow } from 'electron'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Studio } from '../../../studio/Studio.ts'
import { Desk } from './Desk.ts'
import { hasTray } from './hasTray.ts'
import { TrayPlace, type TrayIcon } from './TrayPlace.ts'

export interface ElectronDesk {
  readonly hasTray: boolean
  /** Closes the window but goes on in the tray; false where that can't be, or is not wished. */
  toTray: () => boolean
  bringToFront: () => void
  /** Shows from now on what the studio tells. */
  follow: (studio: Studio) => Promise<void>
}

/** The taskbar, the notifications, the tray and the sleep of this machine, as Electron reaches them. */
export function electronDesk(window: BrowserWindow, icon: string): ElectronDesk {
  let trayThere = false
  let stayInTray = false
  void hasTray(process.platform).then((there) => (trayThere = there))
  const tray = new TrayPlace({
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
  // One that is collected as garbage no longer hears its click.
  const shown = new Set<Notification>()
  const desk = new Desk({
    bar: (value, mode) => window.setProgressBar(value, { mode }),
    badge: (count) => void app.setBadgeCount(count),
    wake: () => powerSaveBlocker.start('prevent-app-suspension'),
    rest: (id) => void powerSaveBlocker.stop(id),
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
      return trayThere
    },
    toTray: () => {
      if (trayThere && stayInTray) tray.enter()
      return trayThere && stayInTray
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
        // Said here already; the window would say it again.
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
    say: (words) => {
      tray.setToolTip(`Easel: ${words}`)
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: words, enabled: false },
          { type: 'separator' },
          { label: 'Open Easel', click: open },
          { label: 'Quit Easel', click: () => app.quit() },
        ]),
      )
    },
    remove: () => tray.destroy(),
  }
}
