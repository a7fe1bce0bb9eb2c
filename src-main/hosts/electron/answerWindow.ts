import { ipcMain } from 'electron'
import type { BrowserWindow } from 'electron'
import { borderErrors } from '../../../src-preload/contract/errors.ts'
import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Handlers } from '../../../src-preload/contract/routes.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { dispatchCall } from '../shared/dispatchCall.ts'
import { readMedia } from '../shared/readMedia.ts'
import { saveThumb } from '../shared/saveThumb.ts'
import { takeFile } from '../shared/takeFile.ts'
import { isOurSender } from './isOurSender.ts'
import { readFileGiven } from './readFileGiven.ts'
import { readSender } from './readSender.ts'

/** The four doors of the window, each opened only to our own page. This is all of the IPC. */
export function answerWindow(
  window: BrowserWindow,
  studio: Promise<Studio>,
  handlers: Promise<Handlers>,
  log: Log,
): void {
  const windowId = window.webContents.id

  const door = (channel: string, answer: (...args: unknown[]) => Promise<Envelope<unknown>>): void =>
    ipcMain.handle(channel, async (event, ...args: unknown[]): Promise<Envelope<unknown>> => {
      const sender = readSender(event)
      if (isOurSender(sender, windowId)) return answer(...args)
      log.warn('A message from a stranger was refused', { channel, sender })
      return { ok: false, error: { code: borderErrors.forbiddenSender, money: 'none' } }
    })

  door('easel:call', async (route, input) => dispatchCall(await handlers, route, input, log))
  door('easel:read_media', async (place, id) => readMedia((await studio).media, place, id, log))
  door('easel:save_thumb', async (id, webp) => saveThumb((await studio).media, id, webp, log))
  door('easel:take_file', async (given, name, sourceId) =>
    takeFile((await studio).inputs, readFileGiven(given), name, sourceId, log),
  )
}
