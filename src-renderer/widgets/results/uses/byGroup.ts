import type { Use } from '../../../../src-preload/contract/types/asset.ts'

export interface UseGroup {
  group: Use['group']
  uses: Use[]
}

/** Uses by what comes out, each group where its first use stands. */
export const byGroup = (uses: readonly Use[]): UseGroup[] =>
  [...Map.groupBy(uses, ({ group }) => group)].map(([group, own]) => ({ group, uses: own }))
