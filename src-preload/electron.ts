import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { type Bridge, type DragOutcome, MAX_INPUT_BYTES, INPUT_TOO_LARGE } from './contract/bridge.ts'
import type { Envelope } from './contract/errors.ts'
import type { StudioEvent } from './contract/events.ts'
import type { Asset } from './contract/types/asset.ts'

const CHUNK_BYTES = 2 ** 20

const listeners = new Set<(event: StudioEvent) => void>()
// A single listener on the channel, so that the window never gets Electron's own event.
ipcRenderer.on('easel:event', (_event, event: StudioEvent) => {
  for (const listener of listeners) listener(event)
})

/** Resolves with the data of an envelope, or rejects with the code of its problem. */
async function unwrap<T>(envelope: Promise<Envelope<T>>): Promise<T> {
  const response = await envelope
  if (!response.ok) throw new Error(response.error.code)
  return response.data
}

const bridge: Bridge = {
  call: (route, input) => ipcRenderer.invoke('easel:call', route, input),
  onEvent: (listener) => {
    // A new function, so that the same listener can subscribe twice.
    const ownListener = (event: StudioEvent): void => listener(event)
    listeners.add(ownListener)
    return () => {
      listeners.delete(ownListener)
    }
  },
  media: {
    url: (kind, id, version) =>
      `media://${kind}/${encodeURIComponent(id)}${version === undefined ? '' : `?v=${version}`}`,
    read: async (kind, id) =>
      new Blob([await unwrap<ArrayBuffer>(ipcRenderer.invoke('easel:read_media', kind, id))]),
    saveThumb: (id, webp) => unwrap<void>(ipcRenderer.invoke('easel:save_thumb', id, webp)),
  },
  addInputFile: async (file, derivedFrom) => {
    if (file.size > MAX_INPUT_BYTES) return INPUT_TOO_LARGE
    const started: Envelope<string> = await ipcRenderer.invoke(
      'easel:begin_file',
      file.name,
      derivedFrom?.sourceId,
    )
    if (!started.ok) return started
    const isReadable = await sendChunks(started.data, file)
    const added: Envelope<Asset> = await ipcRenderer.invoke('easel:end_file', started.data, isReadable)
    return isReadable ? added : FILE_MISSING
  },
  importDropped: async (files) => {
    // Only a file that the user dropped or chose has a path, so the page can't name any other one.
    const paths = files.map((file) => webUtils.getPathForFile(file))
    return paths.includes('') ? FILE_MISSING : ipcRenderer.invoke('easel:import_paths', paths)
  },
  dragOut: async (ids) => {
    // Copying the files takes a moment, and a drag that starts after the button was released would not end.
    const cancel = (): void => void ipcRenderer.invoke('easel:cancel_drag')
    addEventListener('pointerup', cancel, { capture: true, once: true })
    const outcome: Envelope<DragOutcome> = await ipcRenderer.invoke('easel:drag_out', ids)
    removeEventListener('pointerup', cancel, { capture: true })
    return outcome
  },
  followDownload: (blobUrl) => ipcRenderer.invoke('easel:follow_download', blobUrl),
  saveFile: (kind, id, fileName) => ipcRenderer.invoke('easel:save_file', kind, id, fileName),
}

/**
 * Sends a file in chunks. False if it can't be read because it was moved, deleted or changed meanwhile. If the host rejects a chunk,
 * the rest is not sent, and `easel:end_file` returns the host's problem.
 */
async function sendChunks(uploadId: string, file: File): Promise<boolean> {
  for (let from = 0; from < file.size; from += CHUNK_BYTES) {
    const chunk = await file
      .slice(from, from + CHUNK_BYTES)
      .arrayBuffer()
      .catch(() => null)
    if (!chunk) return false
    const response: Envelope<boolean> = await ipcRenderer.invoke('easel:put_chunk', uploadId, chunk)
    if (!response.ok || !response.data) break
  }
  return true
}

const FILE_MISSING: Envelope<never> = { ok: false, error: { code: 'file_missing', money: 'none' } }

// The host's `will-navigate` is not called for `about:blank`. Preventing the navigation here keeps the state of the page.
navigation.addEventListener('navigate', (event) => {
  const url = URL.parse(event.destination.url)
  const isDownload = event.downloadRequest !== null && /^(media|blob):$/.test(url?.protocol ?? '')
  if (!isDownload && url?.origin !== location.origin) event.preventDefault()
})

contextBridge.exposeInMainWorld('easel', bridge)
