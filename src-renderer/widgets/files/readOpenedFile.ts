import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { FoundParameters } from '../../../src-preload/contract/types/foundParameters.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { MAX_PARAMETERS_TEXT_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { bridge } from '../../host/bridge.ts'
import { call, request } from '../../host/call.ts'
import { readText } from '../../lib/readText.ts'

/** A file that the studio has read. */
export interface OpenedFile {
  /** The stored copy of an image, video or audio file; null for a text file. */
  asset: Asset | null
  found: FoundParameters | null
}

/** Whether a file is a text that may contain parameters. A text has at most as many code units as bytes. */
const isText = ({ name, type, size }: File): boolean =>
  size <= MAX_PARAMETERS_TEXT_LENGTH &&
  (/^(application\/json|text\/)/.test(type) || /\.(json|txt)$/i.test(name))

/** Stores a file as an input and reads its parameters. A text, such as a sidecar, isn't stored. Throws StudioError. */
export async function readOpenedFile(file: File): Promise<OpenedFile> {
  if (isText(file)) {
    const { found } = await call('files.parameters', { text: await readText(file) })
    return { asset: null, found }
  }
  const asset = await storeFile(file)
  const { found } = await call('files.parameters', { id: asset.id })
  return { asset, found }
}

/** Stores a file as an input. Throws StudioError. */
export async function storeFile(file: File): Promise<Asset> {
  await checkReadable(file)
  const sent = bridge().addInputFile(file)
  // A browser can't send a file that changes or disappears meanwhile. That says nothing about the studio.
  await sent.catch(() => checkReadable(file))
  const stored = await request(() => sent)
  if (!stored.ok) throw new StudioError(stored.error)
  return stored.data
}

/** Throws `file_missing` for a folder, and for a file that was moved or changed. */
async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new StudioError({ code: 'file_missing', money: 'none' })
  }
}
