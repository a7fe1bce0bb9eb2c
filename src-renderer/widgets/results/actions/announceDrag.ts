import type { DragOutcome } from '../../../../src-preload/contract/bridge.ts'
import type { Envelope } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { showProblem } from '../../../host/problemOf.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'

/** Says why a drag failed, or how many files it leaves out. */
export function announceDrag(outcome: Envelope<DragOutcome>): void {
  if (!outcome.ok) return showProblem(new StudioError(outcome.error))
  const text = t('resultMenu.drag_left_out', { count: outcome.data.leftOut })
  toasts.getState().show({ text, tone: 'error' })
}
