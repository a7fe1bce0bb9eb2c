import { useId, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './ConnectionDialog.module.css'
import { Verdict } from './Verdict.tsx'

interface Props {
  /** Null: a new one. */
  connection: Connection | null
  hasKeychain: boolean
  onClose: () => void
}

/** Name, address and key of a service. The key goes in and never comes back. */
export function ConnectionDialog({ connection, hasKeychain, onClose }: Props) {
  const client = useQueryClient()
  const form = useId()
  const [name, setName] = useState(connection?.name ?? '')
  const [address, setAddress] = useState(connection?.address ?? '')
  const [key, setKey] = useState('')
  const done = () => {
    void client.invalidateQueries({ queryKey: ['connections.list'] })
    onClose()
  }
  const add = useAct('connections.add', { quiet: true, secret: true, onDone: done })
  const update = useAct('connections.update', { quiet: true, secret: true, onDone: done })
  const test = useAct('connections.test', { quiet: true, secret: true })
  const saving = add.isPending || update.isPending
  const problem = add.error ?? update.error
  const words = problem && problemWords(problemOf(problem))

  const moved = connection !== null && address.trim() !== connection.address
  const canTest = key.trim() !== '' ? address.trim() !== '' : connection !== null && !moved
  const canSave = name.trim() !== '' && address.trim() !== '' && (connection !== null || key.trim() !== '')

  const edit = (set: (text: string) => void) => (text: string) => {
    set(text)
    test.reset()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave || saving) return
    if (!connection) return add.mutate({ name, address, key })
    update.mutate({ id: connection.id, name, address, ...(key.trim() ? { key } : {}) })
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
            onClick={() => test.mutate(key.trim() || !connection ? { address, key } : { id: connection.id })}
          >
            {t('settings.test')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            disabled={!canSave || saving}
            icon={saving && <Spinner />}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={save}>
        <TextField
          label={t('settings.name')}
          value={name}
          onValue={setName}
          placeholder={t('settings.name_example')}
          maxLength={80}
          autoComplete="off"
          required
        />
        <TextField
          label={t('settings.address')}
          value={address}
          onValue={edit(setAddress)}
          placeholder={t('settings.address_example')}
          help={t('settings.address_help')}
          error={words && `${words.what} ${words.next}`}
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
          onValue={edit(setKey)}
          help={t(hasKeychain ? 'settings.key_help_new' : 'settings.key_help_session')}
          placeholder={connection ? t('settings.key_keep') : ''}
          autoComplete="new-password"
          spellCheck={false}
          maxLength={4096}
          required={!connection}
        />
        <Verdict
          testing={test.isPending}
          verdict={test.data ?? null}
          problem={test.error ? problemOf(test.error) : null}
        />
      </form>
    </Dialog>
  )
}
