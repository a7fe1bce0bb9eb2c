import type { RendererFile } from '../shared/rendererFiles.ts'
import { isOurPage } from './origin.ts'

/** The window's file at an `app:` URL, or null. URLs are looked up in the list, never joined to a folder. */
export function findAppFile(address: string, files: ReadonlyMap<string, RendererFile>): RendererFile | null {
  return isOurPage(address) ? (files.get(new URL(address).pathname) ?? null) : null
}
