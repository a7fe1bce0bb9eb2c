import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { promptLineOf, reusePart } from '../../widgets/results/actions/recall.ts'

/** Puts the prompt of a result into the form and goes to it. A result without a prompt only shows a toast. */
export async function reusePrompt(assetId: string): Promise<void> {
  try {
    const { parameters } = await call('library.asset', { id: assetId })
    if (parameters === null) show(t('recall.none'))
    else if (promptLineOf(parameters) === undefined)
      show(t('recall.result_lacks', { name: t('recall.prompt') }))
    else await reusePart('prompt', parameters)
  } catch (error) {
    showProblem(error)
  }
}

const show = (text: string): void => void toasts.getState().show({ text, key: 'recall' })
