import type { Asset } from '../../src-preload/contract/types/asset.ts'
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import { StudioError } from '../../src-preload/shared/StudioError.ts'
import { bridge } from './bridge.ts'
import { request } from './call.ts'

/** Stores a file as an input. Throws StudioError: `file_missing` for a folder, and for a file that was moved or changed. */
export async function storeFile(...upload: Parameters<Bridge['addInputFile']>): Promise<Asset> {
  const [file] = upload
  const { addInputFile } = bridge()
  await checkReadable(file)
  const sent = addInputFile(...upload)
  // A browser can't send a file that changes or disappears meanwhile. That says nothing about the studio.
  await sent.catch(() => checkReadable(file))
  const stored = await request(() => sent)
  if (!stored.ok) throw new StudioError(stored.error)
  return stored.data
}

async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new StudioError({ code: 'file_missing', money: 'none' })
  }
}
