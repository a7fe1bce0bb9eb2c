import type { Asset } from '../../src-preload/contract/types/asset.ts'
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { DISK_CODES } from '../../src-preload/shared/diskCodes.ts'
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

/** Whether no further file can be stored after this problem: of the disk, or because the studio doesn't respond. */
export const stopsUploads = ({ code }: Problem): boolean => DISK_CODES.has(code) || code === 'studio_lost'

async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new StudioError({ code: 'file_missing', money: 'none' })
  }
}
