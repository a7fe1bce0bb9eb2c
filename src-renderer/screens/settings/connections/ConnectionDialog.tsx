import { useId, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { Connection, ConnectionVerdict } from '../../../../src-preload/contract/types/connection.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { classes } from '../../../ui/classes.ts'
import { Details } from '../../../ui/feedback/Details.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import noteStyles from '../../../ui/layout/note.module.css'
import styles from './Connections.module.css'

interface Props {
  /** Null for a new connection. */
  connection: Connection | null
  /** Whether the key field has the initial focus. */
  focusesKey?: boolean
  hasKeychain: boolean
  onClose: () => void
}

/** Name, address and key of a service. The stored key is never read back. */
export function ConnectionDialog({ connection, focusesKey = false, hasKeychain, onClose }: Props) {
  const client = useQueryClient()
  const formId = useId()
  const [name, setName] = useState(connection?.name ?? '')
  const [address, setAddress] = useState(connection?.address ?? '')
  const [key, setKey] = useState('')
  const finish = () => {
    void client.invalidateQueries({ queryKey: ['connections.list'] })
    onClose()
  }
  const add = useApiMutation('connections.add', { toastOnError: false, secret: true, onDone: finish })
  const update = useApiMutation('connections.update', { toastOnError: false, secret: true, onDone: finish })
  const test = useApiMutation('connections.test', { toastOnError: false, secret: true })
  /** Tests the connection, and saves it immediately if the service accepts the key. */
  const testBeforeSaving = useApiMutation('connections.test', {
    toastOnError: false,
    secret: true,
    onDone: ({ verdict }) => verdict === 'reached' && saveConnection(true),
  })
  const isSaving = add.isPending || update.isPending || testBeforeSaving.isPending
  const problem = add.error ?? update.error ?? testBeforeSaving.error
  const message = problem && problemMessage(problemOf(problem))
  /** After a failed test, the connection can be saved anyway. */
  const hasFailedTest = testBeforeSaving.data !== undefined && testBeforeSaving.data.verdict !== 'reached'

  const hasNewAddress = connection !== null && address.trim() !== connection.address
  const canTest = key.trim() !== '' ? address.trim() !== '' : connection !== null && !hasNewAddress
  const canSave = name.trim() !== '' && address.trim() !== '' && (connection !== null || key.trim() !== '')

  const editWith = (set: (text: string) => void) => (text: string) => {
    set(text)
    test.reset()
    testBeforeSaving.reset()
  }
  const saveConnection = (isCurrent: boolean) => {
    if (!connection) return add.mutate({ name, address, key, use: isCurrent })
    update.mutate({ id: connection.id, name, address, ...(key.trim() ? { key } : {}) })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave || isSaving) return
    test.reset()
    if (hasFailedTest || key.trim() === '') return saveConnection(false)
    testBeforeSaving.mutate({ address, key })
  }
  return (
    <Dialog
      title={t(connection ? 'settings.edit_connection' : 'settings.add')}
      onClose={onClose}
      actions={
        <>
          <Button
            className={styles.test}
            disabled={!canTest || test.isPending}
            onClick={() => {
              testBeforeSaving.reset()
              test.mutate(key.trim() || !connection ? { address, key } : { id: connection.id })
            }}
          >
            {t('settings.test')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant={hasFailedTest ? 'plain' : 'primary'}
            type="submit"
            form={formId}
            disabled={!canSave || isSaving}
            icon={isSaving && <Spinner />}
          >
            {t(hasFailedTest ? 'settings.save_anyway' : 'common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={fieldStyles.form} onSubmit={save}>
        <TextField
          label={t('settings.name')}
          value={name}
          onValueChange={setName}
          placeholder={t('settings.name_example')}
          maxLength={80}
          autoComplete="off"
          required
        />
        <TextField
          label={t('settings.address')}
          value={address}
          onValueChange={editWith(setAddress)}
          placeholder={t('settings.address_example')}
          help={t('settings.address_help')}
          error={message && `${message.summary} ${message.nextStep}`}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          maxLength={2048}
          required
        />
        <TextField
          label={t('settings.key')}
          type="password"
          value={key}
          onValueChange={editWith(setKey)}
          ref={(element) => {
            if (focusesKey) element?.setAttribute('autofocus', '')
          }}
          help={t(hasKeychain ? 'settings.key_help_new' : 'settings.key_help_session')}
          placeholder={connection ? t('settings.key_keep') : ''}
          autoComplete="new-password"
          spellCheck={false}
          maxLength={4096}
          required={!connection}
        />
        <TestResult
          isTesting={test.isPending || testBeforeSaving.isPending}
          verdict={test.data ?? testBeforeSaving.data ?? null}
          problem={test.error ? problemOf(test.error) : null}
        />
        {hasFailedTest && !connection && <p className={styles.footnote}>{t('settings.save_anyway_text')}</p>}
      </form>
    </Dialog>
  )
}

interface TestResultProps {
  isTesting: boolean
  verdict: ConnectionVerdict | null
  problem: Problem | null
}

/** Result of a connection test in a live region, which must exist before its content changes. */
function TestResult({ isTesting, verdict, problem }: TestResultProps) {
  const isReached = verdict?.verdict === 'reached'
  return (
    <div
      role="status"
      className={classes(
        (isTesting || verdict || problem) && noteStyles.note,
        (verdict ?? problem) && (isReached ? noteStyles.ok : noteStyles.bad),
      )}
    >
      {isTesting && (
        <>
          <Spinner />
          {t('settings.testing')}
        </>
      )}
      {!isTesting && (verdict ?? problem) && (
        <>
          {isReached ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
          <span>
            {verdict ? verdictText(verdict) : problem && problemMessage(problem).summary}{' '}
            {problem?.serviceWords}
            {verdict?.detail && <Details text={verdict.detail} />}
          </span>
        </>
      )}
    </div>
  )
}

function verdictText({ verdict, models }: ConnectionVerdict): string {
  if (verdict !== 'reached') return t(`settings.verdict_${verdict}`)
  return models === undefined
    ? t('settings.verdict_reached_plain')
    : t('settings.verdict_reached', { count: models })
}
