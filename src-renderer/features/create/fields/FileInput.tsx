import { useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { bridge } from '../../../host/bridge.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { HostError } from '../../../host/HostError.ts'
import { t } from '../../../i18n/t.ts'
import { problemWords } from '../../../lib/problemWords.ts'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useEntry } from '../model/useEntry.ts'
import styles from './FileInput.module.css'

/** Files chosen from disk; each is kept by the studio before the form holds its id. */
export function FileInput({ field }: { field: FieldOf<'file'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const [refused, setRefused] = useState<string>()
  const ids = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const details = useQueries({
    queries: ids.map((one) => ({
      queryKey: ['library.asset', { id: one }],
      queryFn: () => call('library.asset', { id: one }),
    })),
  })

  const take = async (files: FileList | null) => {
    setRefused(undefined)
    const taken: string[] = []
    try {
      for (const file of files ?? []) {
        const answer = await bridge().takeFile(file)
        if (!answer.ok) throw new HostError(answer.error)
        taken.push(answer.data.id)
      }
    } catch (thrown) {
      setRefused(problemWords(problemOf(thrown)).what)
    }
    if (taken.length > 0) set(field.max === 1 ? taken.slice(-1) : [...ids, ...taken])
    touch()
  }

  return (
    <FieldFrame id={id} label={field.label} help={field.help} error={refused ?? error}>
      {(aria) => (
        <div className={styles.files}>
          {ids.length > 0 && (
            <ul>
              {ids.map((one, index) => {
                const name = details[index]?.data?.asset.name ?? details[index]?.data?.fileName ?? '…'
                return (
                  <li key={one}>
                    <span>{name}</span>
                    <IconButton
                      label={t('create.file_remove', { name })}
                      icon={<X aria-hidden />}
                      onClick={() => set(ids.filter((other) => other !== one))}
                    />
                  </li>
                )
              })}
            </ul>
          )}
          <input
            {...aria}
            id={id}
            type="file"
            accept={field.formats.map((format) => `.${format}`).join(',')}
            multiple={field.max > 1}
            onChange={(event) => {
              void take(event.target.files)
              event.target.value = ''
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
