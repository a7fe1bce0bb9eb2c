import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { Catalogue } from './Catalogue.ts'
import type { Expected } from '../library/downloads/formats/inspect.ts'

type OfOperation = { operation: string }

/** The kinds of result of each operation; any kind for an unknown one. */
export function resultKinds(catalogue: Catalogue) {
  const kindsOf = (operation: string) => catalogue.find(operation)?.output.map(savedKind) ?? null
  const makesText = ({ operation }: OfOperation): boolean => kindsOf(operation)?.includes('text') ?? false
  return {
    makesText,
    mayBeEmpty: ({ operation }: OfOperation): boolean =>
      catalogue.find(operation)?.output.includes('text') ?? false,
    isExpected: ({ operation }: OfOperation, kind: AssetKind): boolean =>
      kindsOf(operation)?.includes(kind) ?? true,
    expected: (operation: string): Expected =>
      !kindsOf(operation) ? 'any' : makesText({ operation }) ? 'text' : 'media',
  }
}

export type ResultKinds = ReturnType<typeof resultKinds>

/** The kind of file that a result is saved as: vectors are saved as text. */
const savedKind = (kind: AssetKind): AssetKind => (kind === 'embedding' ? 'text' : kind)
