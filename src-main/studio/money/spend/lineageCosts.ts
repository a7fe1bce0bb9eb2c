import type { Lineage, StepCost } from '../../../../src-preload/contract/types/lineage.ts'
import type { LineageGraph } from '../../library/assets/Lineage.ts'
import type { Database } from '../../storage/database/Database.ts'
import { addMoney } from './SpendSums.ts'

/** What each job cost, by its last ledger entry; jobs without an entry are left out. */
export function readJobCosts(database: Database, jobIds: readonly string[]): Map<string, StepCost> {
  const rows = database.all(
    `SELECT l.job_id, l.entry, l.amount FROM json_each(?) i
       CROSS JOIN ledger l ON l.id = (SELECT max(id) FROM ledger WHERE job_id = i.value)`,
    JSON.stringify(jobIds),
  )
  return new Map(
    rows.map((row) => [String(row['job_id']), toCost(String(row['entry']), Number(row['amount']))]),
  )
}

/** The amount 0 of an accepted job means that its price was unknown. */
function toCost(entry: string, amount: number): StepCost {
  if (entry === 'refunded') return { outcome: 'refunded', amount: 0 }
  return entry === 'accepted' && amount > 0 ? { outcome: 'charged', amount } : UNKNOWN
}

const UNKNOWN: StepCost = { outcome: 'unknown', amount: 0 }

/** Adds to each asset what its job cost, and the total of the asset itself and its sources. Several results of a job are counted once. */
export function addLineageCosts(
  { nodes, lacksSources, ...graph }: LineageGraph,
  costsOf: (jobIds: readonly string[]) => Map<string, StepCost>,
): Lineage {
  const jobIds = nodes.flatMap(({ tile }) => tile.jobId ?? [])
  const costs = costsOf([...new Set(jobIds)])
  const jobsInTotal = new Set(
    nodes.flatMap(({ tile, generation }) => (generation <= 0 ? (tile.jobId ?? []) : [])),
  )
  const costsInTotal = [...jobsInTotal].map((id) => costs.get(id) ?? UNKNOWN)
  return {
    ...graph,
    nodes: nodes.map((node) => ({
      ...node,
      cost: node.tile.jobId === null ? null : (costs.get(node.tile.jobId) ?? UNKNOWN),
    })),
    total:
      costsInTotal.length === 0
        ? null
        : {
            amount: costsInTotal.reduce((sum, { amount }) => addMoney(sum, amount), 0),
            isLowerBound: lacksSources || costsInTotal.some(({ outcome }) => outcome === 'unknown'),
          },
  }
}
