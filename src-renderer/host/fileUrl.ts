import { bridge } from '../../host/bridge.ts'

/** When files were downloaded again, by asset id. Part of their URLs, because a browser keeps a file in its cache without asking for changes. */
const versions = new Map<string, number>()

/** Gives the file of an asset a new URL, because it was downloaded again. */
export const renewFileUrl = (id: string): void => void versions.set(id, Date.now())

/** The URL of an asset's file. */
export const fileUrl = (id: string): string => bridge().media.url('asset', id, versions.get(id))

/** Reads an asset's file. */
export const readFile = (id: string): Promise<Blob> => bridge().media.read('asset', id, versions.get(id))
