import { stat } from 'node:fs/promises'
import { inputErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { WireRequest } from '../../service/client/Exchange.ts'

/**
 * Returns the problem of the first missing file of a request, at its field; null if all exist. Check it before anything is sent.
 */
export async function findMissingFile(request: WireRequest): Promise<Problem | null> {
  if (request.encoding === 'json') return null
  const code = inputErrors.fileMissing
  for (const { field, fileName, path } of request.files) {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile())
      return { code, money: 'not_charged', params: { file: fileName }, fields: { [field]: [code] } }
  }
  return null
}
