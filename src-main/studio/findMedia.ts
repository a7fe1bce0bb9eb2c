import { stat } from 'node:fs/promises'
import type { MediaKind } from '../../src-preload/contract/bridge.ts'
import type { LiveJobs } from './jobs/store/LiveJobs.ts'
import { isFileMissing } from './library/assets/FileState.ts'
import type { Media } from './library/assets/media.ts'
import type { Exports } from './library/export/Exports.ts'
import type { UprightCopies } from './library/inputs/UprightCopies.ts'
import type { Library } from './library/Library.ts'
import type { SpendExports } from './money/spend/SpendExports.ts'

interface MediaSources {
  library: Library
  uprightCopies: Pick<UprightCopies, 'find'>
  live: Pick<LiveJobs, 'previewImage'>
  spendExports: Pick<SpendExports, 'find'>
  exports: Pick<Exports, 'findMedia' | 'findCopy'>
}

/** Finds a media file by its kind and id; null if there is none. */
export async function findMedia(
  { library, uprightCopies, live, spendExports, exports }: MediaSources,
  kind: MediaKind,
  id: string,
): Promise<Media | null> {
  if (kind === 'preview') return live.previewImage(id)
  if (kind === 'export') return exports.findMedia(id) ?? spendExports.find(id)
  if (kind === 'copy') return exports.findCopy(id)
  if (kind === 'asset') {
    const file = await library.getFile(id).catch(nullIfMissing)
    return file?.mime === 'image/webp' ? uprightWebp(file, uprightCopies) : file
  }
  const path = library.thumbs.findPath(id)
  const found = path === null ? null : await stat(path).catch(() => null)
  return path === null || found === null ? null : { mime: 'image/webp', path, bytes: found.size }
}

/** Browsers rotate photos in all formats except WebP, so they get a copy. */
async function uprightWebp(
  file: Media & { path: string },
  copies: MediaSources['uprightCopies'],
): Promise<Media> {
  const path = await copies.find(file.path)
  return path === file.path ? file : { ...file, path, bytes: (await stat(path)).size }
}

function nullIfMissing(error: unknown): null {
  if (isFileMissing(error)) return null
  throw error
}
