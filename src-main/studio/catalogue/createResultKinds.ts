import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { Catalogue } from './Catalogue.ts'
import type { ExpectedKind } from '../library/downloads/formats/inspect.ts'

type JobOfOperation = { operation: string }

/** Which kinds of result each operation has; an unknown operation may have any kind. */
export function createResultKinds(catalogue: Catalogue) {
  const kindsOf = (operation: string) => catalogue.find(operation)?.output.map(savedKind) ?? null
  const makesText = ({ operation }: JobOfOperation): boolean => kindsOf(operation)?.includes('text') ?? false
  return {
    makesText,
    mayBeEmpty: ({ operation }: JobOfOperation): boolean =>
      catalogue.find(operation)?.output.includes('text') ?? false,
    isExpected: ({ operation }: JobOfOperation, kind: AssetKind): boolean =>
      kindsOf(operation)?.includes(kind) ?? true,
    expected: (operation: string): ExpectedKind =>
      !kindsOf(operation) ? 'any' : makesText({ operation }) ? 'text' : 'media',
  }
}

export type ResultKinds = ReturnType<typeof createResultKinds>

/** The kind of file that a result is saved as: vectors are saved as text. */
const savedKind = (kind: AssetKind): AssetKind => (kind === 'embedding' ? 'text' : kind)
