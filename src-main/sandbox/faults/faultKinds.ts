import { responseFaults } from './responseFaults.ts'
import { jobFaults } from './jobFaults.ts'
import { listFaults } from './listFaults.ts'
import { resultFaults } from './resultFaults.ts'
import { statusFaults } from './statusFaults.ts'
import type { FaultKind } from './FaultKind.ts'

/** All faults that the sandbox can inject, by name. */
export const faultKinds: Record<string, FaultKind> = {
  ...responseFaults,
  ...listFaults,
  ...jobFaults,
  ...statusFaults,
  ...resultFaults,
}

export function faultKind(name: string): FaultKind | null {
  return Object.hasOwn(faultKinds, name) ? (faultKinds[name] ?? null) : null
}
