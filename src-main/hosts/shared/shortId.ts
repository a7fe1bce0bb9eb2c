import { randomBytes } from 'node:crypto'

/** Eight hex digits that connect an error on the screen with its log entry. */
export const shortId = (): string => randomBytes(4).toString('hex')
