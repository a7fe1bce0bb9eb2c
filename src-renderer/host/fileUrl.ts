import { create } from 'zustand'
import { bridge } from './bridge.ts'

/** When files were downloaded again, by asset id. It is part of their URLs, because a browser doesn't check cached files for changes. */
const versions = create<Record<string, number>>(() => ({}))

/** Gives the file of an asset a new URL, because it was downloaded again. */
export const renewFileUrl = (id: string): void => versions.setState({ [id]: Date.now() })

/** The URL of an asset's file. */
export const fileUrl = (id: string): string => bridge().media.url('asset', id, versions.getState()[id])

/** Reads an asset's file. */
export const readFile = (id: string): Promise<Blob> =>
  bridge().media.read('asset', id, versions.getState()[id])
