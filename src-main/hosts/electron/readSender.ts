import type { IpcMainInvokeEvent } from 'electron'
import type { Sender } from './isOurSender.ts'

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
