import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'

/** Says that a task, such as one that the overrides file no longer has, is gone. */
export function showTaskGone(operation: string): void {
  const task = operation.replaceAll(/[_-]+/g, ' ')
  toasts.getState().show({ text: t('recall.task_gone', { task }), tone: 'error', key: 'recall' })
}
