import { useState } from 'react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { bridge } from '../../../host/bridge.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { idsOf } from './idsOf.ts'
import { refusalOfAsset, refusalOfFile, refusalOfStudio } from './refusal.ts'

export interface Pending {
  key: number
  name: string
  bytes: number
}

interface Intake {
  /** Files being imported into the library. */
  pending: Pending[]
  /** Why files of the last import were rejected. */
  refused: string | undefined
  take: (files: readonly File[]) => Promise<void>
  /** Adds files that are already in the library, e.g. from the gallery picker. */
  put: (ids: readonly string[]) => void
  /** Clears the rejection message. */
  settle: () => void
}

let last = 0

/**
 * Brings files into a field of the draft: each is checked and kept by the studio first. If the user switches operation in the
 * meantime, the files are still added to the original draft.
 */
export function useIntake(operation: string, field: FieldOf<'file'>): Intake {
  const [pending, setPending] = useState<Pending[]>([])
  const [refused, setRefused] = useState<string>()

  const held = () => idsOf(draftStore.getState().values[operation]?.[field.name])
  const put = (ids: readonly string[]) => {
    const fresh = ids.filter((id) => field.max === 1 || !held().includes(id))
    const all = field.max === 1 ? fresh.slice(-1) : [...held(), ...fresh].slice(0, field.max)
    if (fresh.length === 0) return
    draftStore.getState().setValues({ [field.name]: all }, { edit: 'choice', operation })
    draftStore.getState().touch(field.name)
  }

  const takeOne = async (file: File): Promise<string | undefined> => {
    const against = await refusalOfFile(field, file)
    if (against) return against
    try {
      const answer = await bridge().takeFile(file)
      if (!answer.ok) return refusalOfStudio(answer.error, file.name)
      const wrong = refusalOfAsset(field, answer.data, file.name)
      if (!wrong) put([answer.data.id])
      return wrong
    } catch (error) {
      return refusalOfStudio(problemOf(error), file.name)
    }
  }

  const take = async (files: readonly File[]) => {
    setRefused(undefined)
    const room = field.max === 1 ? 1 : field.max - held().length
    const taken = files.slice(0, Math.max(0, room))
    const waiting = taken.map(({ name, size }) => ({ key: ++last, name, bytes: size }))
    setPending((now) => [...now, ...waiting])
    const words: string[] = []
    for (const [at, file] of taken.entries()) {
      const why = await takeOne(file)
      if (why) words.push(why)
      setPending((now) => now.filter(({ key }) => key !== waiting[at]?.key))
    }
    if (files.length > taken.length)
      words.push(t('files.too_many', { count: files.length - taken.length, max: field.max }))
    setRefused(words.length > 0 ? words.join(' ') : undefined)
  }

  return { pending, refused, take, put, settle: () => setRefused(undefined) }
}
