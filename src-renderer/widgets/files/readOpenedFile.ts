import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { FoundParameters } from '../../../src-preload/contract/types/foundParameters.ts'
import { MAX_PARAMETERS_TEXT_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { call } from '../../host/call.ts'
import { storeFile } from '../../host/storeFile.ts'
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
