import type { BufferedReader } from '../formats/ByteSource.ts'

/** Whether the structure of a file shows that it is complete. `unknown`: the format can't show it, such as plain text. */
export type Completeness = 'complete' | 'truncated' | 'unknown'

export type CompletenessCheck = (bytes: BufferedReader) => Promise<Completeness>
