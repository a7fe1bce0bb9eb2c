import { problemOf } from '../host/problemOf.ts'
import { t } from '../i18n/t.ts'
import { problemMessage } from '../lib/problemMessage.ts'
import { Button } from '../ui/buttons/Button.tsx'

interface Props {
  error: Error
  /** What failed, before the reason. */
  intro?: string
  onRetry: () => void
}

/** One line in place of content that failed to load: the reason and a retry button. */
export function InlineLoadFailure({ error, intro = '', onRetry }: Props) {
  return (
    <span role="alert">
      {intro} {problemMessage(problemOf(error)).summary}{' '}
      <Button size="small" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </span>
  )
}
