import type { IpcMainInvokeEvent } from 'electron'
import { APP_ORIGIN, isOurPage } from '../security/appUrls.ts'

/** The sender of a message; `frame` is null if it no longer exists or has navigated. */
export interface Sender {
  webContentsId: number
  frame: { origin: string; url: string; isTopFrame: boolean } | null
}

/** Whether a message comes from the main frame of Easel's own window, showing Easel's own page. */
export const isOurSender = (sender: Sender, webContentsId: number): boolean =>
  sender.webContentsId === webContentsId &&
  sender.frame !== null &&
  sender.frame.isTopFrame &&
  sender.frame.origin === APP_ORIGIN &&
  isOurPage(sender.frame.url)

/** The sender of a message. Reading a frame that was just destroyed throws; `frame` is null then. */
export function readSender(event: IpcMainInvokeEvent): Sender {
  const webContentsId = event.sender.id
  try {
    const frame = event.senderFrame
    if (!frame || frame.detached) return { webContentsId, frame: null }
    return {
      webContentsId,
      frame: { origin: frame.origin, url: frame.url, isTopFrame: frame.parent === null },
    }
  } catch {
    return { webContentsId, frame: null }
  }
}
