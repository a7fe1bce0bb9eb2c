import type { Use } from '../../../../src-preload/contract/types/asset.ts'

export interface UseGroup {
  group: Use['group']
  uses: Use[]
}

/** Groups uses by output, in the order of their first use. */
export const byGroup = (uses: readonly Use[]): UseGroup[] =>
  [...Map.groupBy(uses, ({ group }) => group)].map(([group, groupUses]) => ({ group, uses: groupUses }))
