import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatDuration } from '../../../lib/time.ts'
import { formatWord } from './limitText.ts'

/** Facts of a file: "1024 × 768 · 6.2 s · PNG · 1.4 MB". */
export const fileFacts = ({ width, height, durationMs, format, bytes }: Asset): string =>
  [
    width !== null && height !== null && `${width} × ${height}`,
    durationMs !== null && formatDuration(durationMs),
    formatWord(format),
    formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(' · ')
