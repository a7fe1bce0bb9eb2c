import { useState } from 'react'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PriceConfirmDialog } from './PriceConfirmDialog.tsx'

interface Props {
  id: string
  variant?: 'plain' | 'primary'
  size?: 'small'
}

/** Runs the request of an ended job again, at its current price. */
export function RepeatButton({ id, ...buttonProps }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const repeat = useApiMutation('jobs.repeat', { onDone: close })
  return (
    <>
      <Button {...buttonProps} onClick={() => setOpen(true)}>
        {t('queue.repeat')}
      </Button>
      {isOpen && (
        <PriceConfirmDialog
          id={id}
          title={t('queue.repeat_title')}
          verb={t('queue.repeat')}
          busy={repeat.isPending}
          onClose={close}
          onConfirm={(confirmation) => repeat.mutate({ id, ...confirmation })}
        >
          <p>{t('queue.repeat_words')}</p>
        </PriceConfirmDialog>
      )}
    </>
  )
}
