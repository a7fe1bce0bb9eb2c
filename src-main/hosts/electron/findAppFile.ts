import type { RendererFile } from '../shared/rendererFiles.ts'
import { isOurPage } from './origin.ts'

/** The window's file at an `app:` address, or null: the list decides, no address is ever joined to a folder. */
export function findAppFile(address: string, files: ReadonlyMap<string, RendererFile>): RendererFile | null {
  return isOurPage(address) ? (files.get(new URL(address).pathname) ?? null) : null
}
