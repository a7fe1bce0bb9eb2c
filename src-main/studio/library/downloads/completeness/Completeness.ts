import type { ByteWindow } from './ByteWindow.ts'

/** Whether the structure of a file shows that it is complete. `unknown`: the format can't show it, such as plain text. */
export type Completeness = 'complete' | 'truncated' | 'unknown'

export type Check = (bytes: ByteWindow) => Promise<Completeness>

/** Maximum number of parts of a file that are checked; a file with more is `unknown`. */
export const MAX_PARTS = 65_536
