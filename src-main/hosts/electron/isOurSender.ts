import { APP_ORIGIN, isOurPage } from './origin.ts'

/** Who sends a message, as far as it can still be told; `frame` is null once it has gone or navigated. */
export interface Sender {
  webContentsId: number
  frame: { origin: string; url: string; top: boolean } | null
}

/** Whether a message comes from the main frame of our own window, showing our own page. Anything unclear is not. */
export const isOurSender = (sender: Sender, windowId: number): boolean =>
  sender.webContentsId === windowId &&
  sender.frame !== null &&
  sender.frame.top &&
  sender.frame.origin === APP_ORIGIN &&
  isOurPage(sender.frame.url)
