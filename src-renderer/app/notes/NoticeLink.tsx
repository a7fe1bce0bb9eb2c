import type { ProblemCode } from '../../../src-preload/contract/problemCodes.ts'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../router/navigate.ts'
import { Button } from '../../ui/buttons/Button.tsx'

/** Where the cause of a notice is shown or can be changed. */
const LINKS: Readonly<Partial<Record<ProblemCode, { label: () => string; path: string }>>> = {
  balance_excess: { label: () => t('shell.show_balance'), path: 'spend' },
  budget_full: { label: () => t('shell.change_limits'), path: 'settings/budgets' },
  budget_near: { label: () => t('shell.change_limits'), path: 'settings/budgets' },
  budget_unpriced: { label: () => t('shell.change_limits'), path: 'settings/budgets' },
}

/** The link of a notice to the screen that helps; nothing if there is none. */
export function NoticeLink({ code }: { code: ProblemCode }) {
  const link = LINKS[code]
  if (!link) return null
  return (
    <Button size="small" onClick={() => navigate(link.path)}>
      {link.label()}
    </Button>
  )
}
