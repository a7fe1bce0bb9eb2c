import { useCallback } from 'react'
import type { Parameters } from '../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../router/navigate.ts'
import { draftStore } from '../forms/draftStore.ts'
import { call } from '../../host/call.ts'
import { problemOf } from '../../host/problemOf.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { toasts } from '../../lib/toasts.ts'

type ReusableParameters = Pick<Parameters, 'operation' | 'values'> & { model: { slug: string } }

/** Loads the parameters of a result into the form; without the seed this is a remix. */
export function reuse({ operation, model, values }: ReusableParameters, keepSeed: boolean): void {
  draftStore.getState().openParameters(values, { operation, model: model.slug, keepSeed })
  navigate('create')
}

/** Loads a job's parameters into the form, with or without its seed. */
export function useReuse(): (jobId: string, keepSeed: boolean) => void {
  return useCallback((jobId, keepSeed) => {
    call('jobs.get', { id: jobId }).then(
      (job) => reuse(job, keepSeed),
      (error: unknown) => {
        const { what, next } = problemMessage(problemOf(error))
        toasts.getState().show({ tone: 'bad', text: [what, next].filter(Boolean).join(' ') })
      },
    )
  }, [])
}
