import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { boundaryErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import type { Studio } from '../../../studio/Studio.ts'

/** More than a user drops at once. */
const MAX_PATHS = 10_000
const pathsSchema = z.array(z.string().max(32_768).refine(isAbsolute)).min(1).max(MAX_PATHS)

/** Imports files and folders that the user dropped on the window. Their paths come from the preload, never from the page. */
export async function importPaths(
  paths: unknown,
  getImports: () => Promise<Pick<Studio['imports'], 'startPaths'>>,
): Promise<Envelope<string>> {
  const parsed = pathsSchema.safeParse(paths)
  if (!parsed.success) return { ok: false, error: { code: boundaryErrors.invalidInput, money: 'none' } }
  return { ok: true, data: (await getImports()).startPaths(parsed.data) }
}
