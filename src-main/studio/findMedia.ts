import { stat } from 'node:fs/promises'
import { StudioError } from '../../src-preload/contract/errors.ts'
import type { MediaPlace } from '../../src-preload/contract/bridge.ts'
import type { LiveJobs } from './jobs/poll/LiveJobs.ts'
import type { Library } from './library/Library.ts'
import type { SpendExports } from './money/spend/SpendExports.ts'
import type { Media } from './library/assets/Media.ts'

/** Finds a media file by its kind of URL (`place`) and its id; null if there is none. */
export async function findMedia(
  { library, live, exports }: { library: Library; live: LiveJobs; exports: SpendExports },
  place: MediaPlace,
  id: string,
): Promise<Media | null> {
  if (place === 'preview') return live.previewImage(id)
  if (place === 'export') return exports.find(id)
  if (place === 'asset') return library.file(id).catch(nullIfMissing)
  const path = library.thumbPath(id)
  const found = path === null ? null : await stat(path).catch(() => null)
  return path === null || found === null ? null : { mime: 'image/webp', path, bytes: found.size }
}

/** For a result that doesn't exist, or whose file is missing. */
function nullIfMissing(error: unknown): null {
  if (error instanceof StudioError) return null
  throw error
}
