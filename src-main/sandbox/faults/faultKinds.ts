import { responseFaults } from './responseFaults.ts'
import { jobFaults } from './jobFaults.ts'
import { resultFaults } from './resultFaults.ts'
import type { FaultKind } from './FaultKind.ts'

/** All faults that the sandbox can inject, by name. */
export const faultKinds: Record<string, FaultKind> = {
  ...responseFaults,
  ...jobFaults,
  ...resultFaults,
}

export function findFaultKind(name: string): FaultKind | null {
  return Object.hasOwn(faultKinds, name) ? (faultKinds[name] ?? null) : null
}
