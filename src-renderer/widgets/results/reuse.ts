import type { Parameters } from '../../../src-preload/contract/types/asset.ts'
import { navigate } from '../../router/navigate.ts'
import { draftStore } from '../forms/draftStore.ts'

type ReusableParameters = Pick<Parameters, 'operation' | 'values'> & { model: { slug: string } }

/** Loads the parameters of a result into the form; without the seed this is a remix. */
export function reuse({ operation, model, values }: ReusableParameters, keepSeed: boolean): void {
  draftStore.getState().openParameters(values, { operation, model: model.slug, keepSeed })
  navigate('create')
}
