import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'

const OWN = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5'] as const
const KINDS: Record<string, string> = {
  settled: '--plot-1',
  running: '--plot-running',
  uncertain: '--plot-3',
  quoted: '--plot-others',
}

/** CSS custom property of a series' color; each kind of sum has the same color everywhere. */
export function seriesColour(by: SpendBy, index: number, key: string | null): string {
  if (by === 'day') return KINDS[key ?? ''] ?? '--plot-others'
  return key === null ? '--plot-others' : (OWN[index] ?? '--plot-others')
}
