import { answerFaults } from './answerFaults.ts'
import { jobFaults } from './jobFaults.ts'
import { listFaults } from './listFaults.ts'
import { resultFaults } from './resultFaults.ts'
import { statusFaults } from './statusFaults.ts'
import type { FaultKind } from './FaultKind.ts'

/** Every way the sandbox can misbehave, by name. */
export const faultKinds: Record<string, FaultKind> = {
  ...answerFaults,
  ...listFaults,
  ...jobFaults,
  ...statusFaults,
  ...resultFaults,
}

export function faultKind(name: string): FaultKind | null {
  return Object.hasOwn(faultKinds, name) ? (faultKinds[name] ?? null) : null
}
