import type { Parameters } from '../../../src-preload/contract/types/asset.ts'
import { go } from '../../router/go.ts'
import { draftStore } from '../forms/draftStore.ts'

type Settings = Pick<Parameters, 'operation' | 'values'> & { model: { slug: string } }

/** Puts the settings of a result into the form; without its seed that is a remix. */
export function reuse({ operation, model, values }: Settings, keepSeed: boolean): void {
  draftStore.getState().openParameters(values, { operation, model: model.slug, keepSeed })
  go('create')
}
