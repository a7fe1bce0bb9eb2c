import fieldStyles from '../../../ui/layout/field.module.css'
import { useState, type SubmitEvent, useId } from 'react'
import {
  ArrowDownToLine,
  ArrowUpToLine,
  CircleDollarSign,
  Ellipsis,
  PencilLine,
  RotateCcw,
  X,
} from 'lucide-react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { dollarDigits, formatMoney, roundUp } from '../../../../src-preload/shared/formatMoney.ts'
import { MAX_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { RetryDialog } from '../RetryDialog.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { parseDollars } from '../../../lib/format/dollars.ts'

/** The menu of a batch: its name, its limit, its position in the queue, and cancelling its unsent jobs. */
export function BatchMenu({ batch }: { batch: Batch }) {
  const [openDialog, setOpenDialog] = useState<'name' | 'cap' | 'cancel' | 'retry'>()
  const close = () => setOpenDialog(undefined)
  const cancel = useApiMutation('queue.cancel', {
    onDone: ({ cancelled, quoted }) => {
      // The user may have opened another dialog meanwhile.
      setOpenDialog((open) => (open === 'cancel' ? undefined : open))
      const text = t('queue.cancelled_text', { count: cancelled, price: formatMoney(quoted) })
      toasts.getState().show({ text })
    },
  })
  const move = useApiMutation('queue.move')
  const { id, name, unsent, reserved, failed } = batch
  return (
    <>
      <Menu
        label={t('queue.batch_menu', { name })}
        items={[
          {
            label: t('queue.rename'),
            icon: <PencilLine aria-hidden />,
            onSelect: () => setOpenDialog('name'),
          },
          {
            label: t('queue.cap'),
            icon: <CircleDollarSign aria-hidden />,
            disabled: unsent === 0,
            onSelect: () => setOpenDialog('cap'),
          },
          'separator',
          {
            label: t('queue.move_front'),
            icon: <ArrowUpToLine aria-hidden />,
            disabled: unsent === 0 || move.isPending,
            onSelect: () => move.mutate({ batch: id, to: 'front' }),
          },
          {
            label: t('queue.move_back'),
            icon: <ArrowDownToLine aria-hidden />,
            disabled: unsent === 0 || move.isPending,
            onSelect: () => move.mutate({ batch: id, to: 'back' }),
          },
          'separator',
          ...(failed > 0
            ? [
                {
                  label: t('queue.retry_failed', { count: failed }),
                  icon: <RotateCcw aria-hidden />,
                  onSelect: () => setOpenDialog('retry'),
                },
              ]
            : []),
          {
            label: t('queue.cancel_unsent', { count: unsent }),
            icon: <X aria-hidden />,
            danger: true,
            disabled: unsent === 0,
            onSelect: () => setOpenDialog('cancel'),
          },
        ]}
        trigger={(aria) => (
          <IconButton
            {...aria}
            size="small"
            label={t('queue.batch_menu', { name })}
            icon={<Ellipsis aria-hidden />}
          />
        )}
      />
      {openDialog === 'name' && <RenameDialog batch={batch} onClose={close} />}
      {openDialog === 'cap' && <CapDialog batch={batch} onClose={close} />}
      {openDialog === 'retry' && <RetryDialog selection={{ batch: id }} onClose={close} onDone={close} />}
      {openDialog === 'cancel' && (
        <ConfirmDialog
          title={t('queue.cancel_title', { count: unsent })}
          text={t('queue.cancel_text', { price: formatMoney(reserved) })}
          confirmLabel={t('queue.cancel_confirm', { count: unsent })}
          cancelLabel={t('queue.cancel_keep')}
          isBusy={cancel.isPending}
          onClose={close}
          onConfirm={() => cancel.mutate({ batch: id })}
        />
      )}
    </>
  )
}

interface RenameDialogProps {
  batch: Pick<Batch, 'id' | 'name'>
  onClose: () => void
}

/** Renames a batch. */
function RenameDialog({ batch, onClose }: RenameDialogProps) {
  const [name, setName] = useState(batch.name)
  const rename = useApiMutation('batches.rename')
  const formId = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '') rename.mutate({ id: batch.id, name: name.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog
      size="small"
      title={t('queue.rename_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={rename.isPending || name.trim() === ''}
          >
            {t('queue.rename_title')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField label={t('queue.name')} value={name} onValueChange={setName} maxLength={MAX_NAME_LENGTH} />
      </form>
    </Dialog>
  )
}

interface CapDialogProps {
  batch: Pick<Batch, 'id' | 'cap' | 'spent' | 'reserved' | 'jobs'>
  onClose: () => void
}

/** Sets or removes the limit of a batch. */
export function CapDialog({ batch, onClose }: CapDialogProps) {
  /** What all jobs of the batch cost, rounded up as it is shown. */
  const needed = roundUp(batch.spent + batch.reserved)
  const isTooLow = batch.cap !== null && batch.cap < needed
  const [text, setText] = useState(batch.cap === null ? '' : dollarDigits(isTooLow ? needed : batch.cap))
  const [wasSubmitted, setSubmitted] = useState(false)
  const setCap = useApiMutation('batches.set_limit')
  const formId = useId()
  const cap = text.trim() === '' ? null : parseDollars(text)
  const hasChanged = cap !== batch.cap
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (cap !== undefined && hasChanged) setCap.mutate({ id: batch.id, cap }, { onSuccess: onClose })
  }
  return (
    <Dialog
      size="small"
      title={t('queue.cap_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {batch.cap !== null && cap !== null && (
            <Button
              disabled={setCap.isPending}
              onClick={() => setCap.mutate({ id: batch.id, cap: null }, { onSuccess: onClose })}
            >
              {t('settings.budget_remove')}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} disabled={setCap.isPending || !hasChanged}>
            {t(cap === null && batch.cap !== null ? 'settings.budget_remove' : 'settings.budget_set')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={fieldStyles.form}>
        <p>
          {t('queue.cap_text', { spent: formatMoney(batch.spent) })}
          {needed > 0 && (
            <>
              {' '}
              <Button size="small" variant="quiet" onClick={() => setText(dollarDigits(needed))}>
                {t('queue.cap_all', { count: batch.jobs, price: formatMoney(needed) })}
              </Button>
            </>
          )}
        </p>
        <TextField
          label={t('queue.cap_label')}
          value={text}
          onValueChange={setText}
          inputMode="decimal"
          before="$"
          placeholder={t('queue.cap_none')}
          error={wasSubmitted && cap === undefined ? t('queue.cap_bad') : undefined}
        />
      </form>
    </Dialog>
  )
}
