import type { ModelDifference } from '../../../../src-preload/contract/types/model.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'

/** Maximum number of added or removed entries of a list that are named. */
const MAX_NAMED = 20

/** How two records of a model differ in what it accepts. Names, defaults and the order of lists don't count. */
export function compareModels(
  before: ModelRecord,
  after: ModelRecord,
  taskName: (inferenceType: string) => string,
): ModelDifference[] {
  const tasksOf = ({ inferenceTypes }: ModelRecord): string[] => inferenceTypes.map(taskName)
  const listNames = unionOfKeys(before.lists, after.lists)
  return [
    ...compareLists('Tasks', tasksOf(before), tasksOf(after)),
    ...compareValues(before.limits, after.limits, (value) => value.toLocaleString('en-US')),
    ...compareValues(before.features, after.features, (value) => (value ? 'Yes' : 'No')),
    ...listNames.flatMap((name) =>
      compareLists(toLabel(name), toTexts(before.lists[name]), toTexts(after.lists[name])),
    ),
    ...compareLists('LoRAs', labelsOf(before.loras), labelsOf(after.loras)),
    ...compareLists('Languages', languagesOf(before), languagesOf(after)),
    ...compareLists('Voices', voicesOf(before), voicesOf(after)),
  ]
}

function compareValues<T>(
  before: Record<string, T>,
  after: Record<string, T>,
  format: (value: T) => string,
): ModelDifference[] {
  const formatIfKnown = (value: T | undefined): string | null => (value === undefined ? null : format(value))
  return unionOfKeys(before, after)
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      kind: 'value',
      name: toLabel(key),
      before: formatIfKnown(before[key]),
      after: formatIfKnown(after[key]),
    }))
}

function compareLists(name: string, before: readonly string[], after: readonly string[]): ModelDifference[] {
  const added = [...new Set(after)].filter((entry) => !before.includes(entry))
  const removed = [...new Set(before)].filter((entry) => !after.includes(entry))
  if (added.length === 0 && removed.length === 0) return []
  return [{ kind: 'list', name, added: added.slice(0, MAX_NAMED), removed: removed.slice(0, MAX_NAMED) }]
}

const unionOfKeys = (one: object, other: object): string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
]

/** "max_width" becomes "Max width". */
function toLabel(key: string): string {
  const words = key.replace(/^supports_/u, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const toTexts = (list: readonly (string | number)[] = []): string[] => list.map(String)
const labelsOf = (loras: ModelRecord['loras']): string[] => loras.map(({ label }) => label)
const languagesOf = ({ languages }: ModelRecord): string[] => languages.map(({ name }) => name)
const voicesOf = ({ languages }: ModelRecord): string[] =>
  languages.flatMap(({ voices }) => voices.map(({ name }) => name))
