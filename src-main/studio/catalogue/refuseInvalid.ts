import { formErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Issue } from '../../../src-preload/contract/types/problem.ts'

/** @throws StudioError `invalid_form`, naming the first field, when there is any issue. */
export function refuseInvalid([first]: Issue[]): void {
  if (!first) return
  const params = { field: first.field, issue: first.code }
  throw new StudioError({ code: formErrors.invalidForm, money: 'not_charged', params })
}
