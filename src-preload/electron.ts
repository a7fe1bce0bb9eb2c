import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge } from './contract/bridge.ts'
import type { Envelope } from './contract/errors.ts'
import type { StudioEvent } from './contract/events.ts'

const listeners = new Set<(event: StudioEvent) => void>()
// One listener on the channel for all: the window never sees Electron's own event.
ipcRenderer.on('easel:event', (_event, event: StudioEvent) => {
  for (const listener of listeners) listener(event)
})

/** Answers with the data of an envelope, or rejects with the code of its problem. */
async function unwrap<T>(envelope: Promise<Envelope<T>>): Promise<T> {
  const answer = await envelope
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.data
}

const bridge: Bridge = {
  call: (route, input) => ipcRenderer.invoke('easel:call', route, input),
  onEvent: (listener) => {
    const own = (event: StudioEvent): void => listener(event)
    listeners.add(own)
    return () => {
      listeners.delete(own)
    }
  },
  media: {
    url: (place, id, version) =>
      `media://${place}/${encodeURIComponent(id)}${version === undefined ? '' : `?v=${version}`}`,
    read: (place, id) => unwrap<ArrayBuffer>(ipcRenderer.invoke('easel:read_media', place, id)),
    saveThumb: (id, webp) => unwrap<void>(ipcRenderer.invoke('easel:save_thumb', id, webp)),
  },
  takeFile: async (file, from) => {
    // Only the preload learns the path; what was pasted or recorded has none and goes as its bytes.
    const given = webUtils.getPathForFile(file) || (await bytesOf(file))
    if (given === null) return { ok: false, error: { code: 'file_missing', money: 'none' } }
    return ipcRenderer.invoke('easel:take_file', given, file.name, from?.sourceId)
  },
  saveExport: (id) => unwrap<void>(ipcRenderer.invoke('easel:save_export', id)),
}

const bytesOf = (file: File): Promise<ArrayBuffer | null> => file.arrayBuffer().catch(() => null)

// The host's `will-navigate` is never asked about `about:blank`; here it can still be refused, and the page keeps its state.
navigation.addEventListener('navigate', (event) => {
  const url = URL.parse(event.destination.url)
  const isSaved = event.downloadRequest !== null && /^(media|blob):$/.test(url?.protocol ?? '')
  if (!isSaved && url?.origin !== location.origin) event.preventDefault()
})

contextBridge.exposeInMainWorld('easel', bridge)
