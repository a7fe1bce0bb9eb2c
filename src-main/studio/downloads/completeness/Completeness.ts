import type { ByteWindow } from './ByteWindow.ts'

/** Whether the structure of a file shows that all of it is there. `unknown`: the format can't tell, such as plain text. */
export type Completeness = 'whole' | 'cut' | 'unknown'

export type Check = (bytes: ByteWindow) => Promise<Completeness>

/** Most parts of one file that are looked at; a file of more is judged `unknown`. */
export const MOST_PARTS = 65_536
