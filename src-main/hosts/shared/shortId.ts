import { randomBytes } from 'node:crypto'

/** Eight hex digits that lead from what the user sees to the line in the log. */
export const shortId = (): string => randomBytes(4).toString('hex')
