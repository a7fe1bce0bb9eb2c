import { app, ipcMain, nativeImage, type BrowserWindow } from 'electron'
import { boundaryErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import type { StudioApi } from '../../shared/openStudio.ts'
import { DragOut } from './DragOut.ts'
import { FileSaver } from './FileSaver.ts'
import { ChunkedUploads } from './ChunkedUploads.ts'
import { importPaths } from './importPaths.ts'
import { isOurSender, readSender } from './sender.ts'

/** Width of the image beside the pointer in px. */
const DRAG_ICON_WIDTH = 64

/** Handles all IPC of the window. Only messages from Easel's own page are accepted. */
export function handleIpc(
  window: BrowserWindow,
  apiOpening: Promise<StudioApi>,
  { dragFolder, icon }: { dragFolder: string; icon: string },
): void {
  const webContentsId = window.webContents.id

  const handle = (channel: string, listener: (...args: unknown[]) => Promise<Envelope<unknown>>): void =>
    ipcMain.handle(channel, async (event, ...args: unknown[]): Promise<Envelope<unknown>> => {
      const sender = readSender(event)
      if (isOurSender(sender, webContentsId)) return listener(...args)
      void apiOpening.then(({ log }) =>
        log.warn('A message from an unknown sender was rejected', { channel, sender }),
      )
      return { ok: false, error: { code: boundaryErrors.forbiddenSender, money: 'none' } }
    })

  handle('easel:call', async (route, input) => (await apiOpening).call(route, input))
  handle('easel:read_media', async (kind, id) => (await apiOpening).readMedia(kind, id))
  handle('easel:save_thumb', async (id, webp) => (await apiOpening).saveThumb(id, webp))
  const uploads = new ChunkedUploads(async (...file) => (await apiOpening).addInput(...file))
  handle('easel:begin_file', (name, sourceId) => uploads.begin(name, sourceId))
  handle('easel:put_chunk', (uploadId, chunk) => uploads.write(uploadId, chunk))
  handle('easel:end_file', (uploadId, isComplete) => uploads.end(uploadId, isComplete))
  handle('easel:import_paths', async (paths) =>
    importPaths(paths, async () => (await (await apiOpening).studio).imports),
  )
  const saver = new FileSaver(window.webContents, app.getPath('downloads'), async (ref) =>
    (await apiOpening).getMediaResponse(ref, null),
  )
  const drags = new DragOut({
    folder: dragFolder,
    exports: async () => (await (await apiOpening).studio).exports,
    startDrag: (files) =>
      window.webContents.startDrag({
        file: files[0] ?? '',
        files,
        icon: nativeImage.createFromPath(icon).resize({ width: DRAG_ICON_WIDTH }),
      }),
    now: () => Date.now(),
  })
  void apiOpening.then(({ log }) =>
    drags
      .deleteOld()
      .catch((error: unknown) => log.warn('Old copies of dragged files could not be deleted', { error })),
  )
  handle('easel:drag_out', (ids) => drags.start(ids))
  handle('easel:cancel_drag', async () => {
    drags.cancel()
    return { ok: true, data: null }
  })
  handle('easel:save_file', (kind, id, fileName) => saver.save(kind, id, fileName))
  handle('easel:follow_download', (url) => saver.follow(url))
}
