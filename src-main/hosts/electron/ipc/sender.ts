import type { IpcMainInvokeEvent } from 'electron'
import { APP_ORIGIN, isOurPage } from '../security/appAddresses.ts'

/** The sender of a message; `frame` is null if it no longer exists or has navigated. */
export interface Sender {
  webContentsId: number
  frame: { origin: string; url: string; top: boolean } | null
}

/** Whether a message certainly comes from the main frame of Easel's own window with Easel's own page. */
export const isOurSender = (sender: Sender, windowId: number): boolean =>
  sender.webContentsId === windowId &&
  sender.frame !== null &&
  sender.frame.top &&
  sender.frame.origin === APP_ORIGIN &&
  isOurPage(sender.frame.url)

/** What Electron knows about a sender. Reading a frame that was just destroyed throws, which counts as no frame. */
export function readSender(event: IpcMainInvokeEvent): Sender {
  const webContentsId = event.sender.id
  try {
    const frame = event.senderFrame
    if (!frame || frame.detached) return { webContentsId, frame: null }
    return { webContentsId, frame: { origin: frame.origin, url: frame.url, top: frame.parent === null } }
  } catch {
    return { webContentsId, frame: null }
  }
}
