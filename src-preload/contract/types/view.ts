import { z } from 'zod'

/**
 * Id of the list on screen that a page is read for. A later request with the same id replaces an earlier one that still runs:
 * the earlier one fails with `superseded`.
 */
export const viewSchema = z.string().min(1).max(100)
