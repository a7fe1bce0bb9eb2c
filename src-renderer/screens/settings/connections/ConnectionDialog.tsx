import { useId, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { Connection, ConnectionVerdict } from '../../../../src-preload/contract/types/connection.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import {
  MAX_ADDRESS_LENGTH,
  MAX_API_KEY_LENGTH,
  MAX_CONNECTION_NAME_LENGTH,
} from '../../../../src-preload/constraints/limits.ts'
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
  /** Whether keys are stored in the system keychain; otherwise they are kept for this session only. */
  hasKeychain: boolean
  onClose: () => void
}

/** Problems of the input itself: saving fails for the same reason as the test. */
const INPUT_PROBLEMS: ReadonlySet<ProblemCode> = new Set(['connection_bad_address', 'invalid_input'])

/** Name, address and key of a service. The stored key is never read back. */
export function ConnectionDialog({ connection, focusesKey = false, hasKeychain, onClose }: Props) {
  const client = useQueryClient()
  const formId = useId()
  const [name, setName] = useState(connection?.name ?? '')
  const [address, setAddress] = useState(connection?.address ?? '')
  const [key, setKey] = useState('')
  const onDone = () => void client.invalidateQueries({ queryKey: ['connections.list'] })
  const add = useApiMutation('connections.add', { toastOnError: false, secret: true, onDone })
  const update = useApiMutation('connections.update', { toastOnError: false, secret: true, onDone })
  const test = useApiMutation('connections.test', { toastOnError: false, secret: true })
  /** The test of a new key when the form is submitted. */
  const testBeforeSaving = useApiMutation('connections.test', { toastOnError: false, secret: true })
  const isSaving = add.isPending || update.isPending || testBeforeSaving.isPending
  const problem = add.error ?? update.error ?? testBeforeSaving.error
  const message = problem && problemMessage(problemOf(problem))
  /** Whether the test failed or the service didn't accept the key. The connection can then be saved anyway. */
  const hasFailedTest = testBeforeSaving.error
    ? !INPUT_PROBLEMS.has(problemOf(testBeforeSaving.error).code)
    : testBeforeSaving.data !== undefined && !isConnected(testBeforeSaving.data)

  const hasNewAddress = connection !== null && address.trim() !== connection.address
  const canTest = key.trim() !== '' ? address.trim() !== '' : connection !== null && !hasNewAddress
  const canSave = name.trim() !== '' && address.trim() !== '' && (connection !== null || key.trim() !== '')

  const clearSaveErrors = () => {
    if (add.isError) add.reset()
    if (update.isError) update.reset()
  }
  const editName = (text: string) => {
    setName(text)
    clearSaveErrors()
    // The connection would be saved under the earlier name.
    if (testBeforeSaving.isPending) testBeforeSaving.reset()
  }
  /** Sets the address or the key. The result of an earlier test no longer applies. */
  const editTested = (set: (text: string) => void) => (text: string) => {
    set(text)
    clearSaveErrors()
    test.reset()
    testBeforeSaving.reset()
  }
  /** Adds or updates the connection. `use`: whether a new one becomes the current connection. */
  const save = ({ use }: { use: boolean }) => {
    // A late response must not close a dialog that was opened since.
    const whileMounted = { onSuccess: onClose }
    if (!connection) return add.mutate({ name, address, key, use }, whileMounted)
    update.mutate({ id: connection.id, name, address, ...(key.trim() ? { key } : {}) }, whileMounted)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave || isSaving) return
    test.reset()
    if (hasFailedTest || key.trim() === '') return save({ use: false })
    // Nothing is saved if the dialog is closed or the form is edited during the test.
    testBeforeSaving.mutate(
      { address, key },
      { onSuccess: (result) => isConnected(result) && save({ use: true }) },
    )
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
            {t(hasFailedTest ? 'settings.save_anyway' : 'settings.save_connection')}
          </Button>
        </>
      }
    >
      <form id={formId} className={fieldStyles.form} onSubmit={submit}>
        <TextField
          label={t('settings.name')}
          value={name}
          onValueChange={editName}
          placeholder={t('settings.name_example')}
          maxLength={MAX_CONNECTION_NAME_LENGTH}
          autoComplete="off"
          required
        />
        <TextField
          label={t('settings.address')}
          value={address}
          onValueChange={editTested(setAddress)}
          placeholder={t('settings.address_example')}
          help={t('settings.address_help')}
          error={message && `${message.summary} ${message.nextStep}`}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          maxLength={MAX_ADDRESS_LENGTH}
          required
        />
        <TextField
          label={t('settings.key')}
          type="password"
          value={key}
          onValueChange={editTested(setKey)}
          ref={(element) => {
            if (focusesKey) element?.setAttribute('autofocus', '')
          }}
          help={t(hasKeychain ? 'settings.key_help_new' : 'settings.key_help_session')}
          placeholder={connection ? t('settings.key_keep') : ''}
          autoComplete="new-password"
          spellCheck={false}
          maxLength={MAX_API_KEY_LENGTH}
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
  const isSuccessful = verdict !== null && isConnected(verdict)
  const message = problem && problemMessage(problem)
  return (
    <div
      role="status"
      className={classes(
        (isTesting || verdict || problem) && noteStyles.note,
        (verdict ?? problem) && (isSuccessful ? noteStyles.ok : noteStyles.bad),
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
          {isSuccessful ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
          <span>
            {verdict ? verdictText(verdict) : message?.summary} {message?.serviceMessage}
            {verdict?.detail && <Details text={verdict.detail} />}
          </span>
        </>
      )}
    </div>
  )
}

/** Whether the service responded and accepted the key. */
const isConnected = ({ verdict }: ConnectionVerdict): boolean => verdict === 'reached'

function verdictText({ verdict, models, isWebPage }: ConnectionVerdict): string {
  if (isWebPage) return t('settings.verdict_web_page')
  if (verdict !== 'reached') return t(`settings.verdict_${verdict}`)
  return models === undefined
    ? t('settings.verdict_reached_plain')
    : t('settings.verdict_reached', { count: models })
}
