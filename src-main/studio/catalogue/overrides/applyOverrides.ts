import { entriesOf } from '../form/entries.ts'
import type { FieldRow, FileRow, Operation, OperationRoute, RangeRule } from '../Operation.ts'
import {
  createAddedRow,
  createOperation,
  newTaskOnlyErrors,
  duplicateNameErrors,
  duplicateRequestNameErrors,
  duplicateTypeErrors,
  newTaskErrors,
} from './createOperation.ts'
import type { OverrideError, OperationOverride } from './readOverrides.ts'

interface AppliedOverrides {
  operations: readonly Operation[]
  /** If there are any, `operations` are unchanged. */
  errors: OverrideError[]
}

/** The operations with all changes of the overrides file, or unchanged if there is any error, such as an unknown name. */
export function applyOverrides(
  operations: readonly Operation[],
  overrides: ReadonlyMap<string, OperationOverride>,
): AppliedOverrides {
  const builtInIds = new Set(operations.map(({ id }) => id))
  const otherOverrides = [...overrides].filter(([id]) => !builtInIds.has(id))
  const isNew = ([, { makes, fields }]: (typeof otherOverrides)[number]): boolean =>
    makes !== undefined && fields !== undefined
  const errors: OverrideError[] = otherOverrides
    .filter((entry) => !isNew(entry))
    .map(([id]) => ({
      path: [id],
      message: `unknown task; known tasks: ${[...builtInIds].join(', ')}; a new task needs “makes” and “fields”`,
    }))
  const withAddedFields = [
    ...operations.map((operation) => withFields(operation, overrides.get(operation.id))),
    ...otherOverrides.filter(isNew).map(([id, override]) => createOperation(id, override)),
  ]
  const changed = withAddedFields.map((operation) => {
    const override = overrides.get(operation.id)
    if (!override) return operation
    if (operation.routes) errors.push(routesError(operation))
    errors.push(...unknownNameErrors(operation, override))
    errors.push(
      ...(builtInIds.has(operation.id)
        ? newTaskOnlyErrors(operation.id, override)
        : newTaskErrors(operation, override)),
    )
    const duplicates = duplicateNameErrors(operation)
    const overridden = withOverride(operation, override)
    errors.push(...(duplicates.length > 0 ? duplicates : duplicateRequestNameErrors(overridden)))
    return overridden
  })
  errors.push(
    ...duplicateTypeErrors(
      changed,
      otherOverrides.map(([id]) => id),
    ),
  )
  return errors.length > 0
    ? { operations, errors }
    : { operations: changed.map((operation) => withPartsOf(operation, changed)), errors }
}

/**
 * An operation with the model types and file limits that follow from other operations: it runs models of their types, or runs as
 * one of them.
 */
function withPartsOf(operation: Operation, all: readonly Operation[]): Operation {
  const { otherModelTypes, routes } = operation
  const isShared = ({ inferenceTypes }: Operation): boolean =>
    inferenceTypes.some((type) => otherModelTypes?.includes(type))
  return {
    ...operation,
    ...(otherModelTypes && {
      otherModelTypes: [
        ...new Set([
          ...otherModelTypes,
          ...all.filter(isShared).flatMap(({ inferenceTypes }) => inferenceTypes),
        ]),
      ],
    }),
    ...(routes && {
      fields: operation.fields.map((row) =>
        row.kind === 'file' ? withRouteLimits(row, fileRowsOfRoutes(row.name, routes, all)) : row,
      ),
    }),
  }
}

/** The fields that the files of a composite task's field are sent in. The operation of the last route has a field of the same name. */
const fileRowsOfRoutes = (
  name: string,
  routes: readonly OperationRoute[],
  all: readonly Operation[],
): FileRow[] =>
  routes.flatMap(({ operation: id, input }, index) => {
    const target = input.field === name ? input.as : index === routes.length - 1 ? name : undefined
    const fields = all.find((operation) => operation.id === id)?.fields ?? []
    return fields.flatMap((row) => (row.kind === 'file' && row.name === target ? [row] : []))
  })

/** A file field that accepts what any of these fields accepts. */
const withRouteLimits = (row: FileRow, targets: readonly FileRow[]): FileRow =>
  targets.length === 0
    ? row
    : {
        ...row,
        media: [...new Set(targets.flatMap(({ media }) => media))],
        formats: [...new Set(targets.flatMap(({ formats }) => formats))],
        maxBytes: Math.max(...targets.map(({ maxBytes }) => maxBytes)),
      }

/** A composite task has no requests of its own that could be changed. */
const routesError = ({ id, routes = [] }: Operation): OverrideError => ({
  path: [id],
  message: `runs as other tasks; change these: ${routes.map(({ operation }) => operation).join(', ')}`,
})

/** Adds the fields of the file, before "More parameters". */
function withFields(operation: Operation, { fields = [] }: OperationOverride = {}): Operation {
  if (fields.length === 0) return operation
  const isMoreParameters = ({ kind }: FieldRow): boolean => kind === 'parameters'
  const others = operation.fields.filter((row) => !isMoreParameters(row))
  return {
    ...operation,
    fields: [...others, ...fields.map(createAddedRow), ...operation.fields.filter(isMoreParameters)],
  }
}

function withOverride(operation: Operation, override: OperationOverride): Operation {
  const { path, encoding, price, types = [], wire = {}, files = {} } = override
  return {
    ...operation,
    inferenceTypes: [...new Set([...operation.inferenceTypes, ...types])],
    path: path ?? operation.path,
    encoding: encoding ?? operation.encoding,
    price: {
      ...operation.price,
      path: price?.path ?? operation.price.path,
      encoding: price?.encoding ?? operation.price.encoding,
      ...(price?.fields && { fields: price.fields }),
    },
    fields: operation.fields.map((row) => {
      const renamed = withPriceNames(withWireNames(row, wire), price?.wire ?? {})
      const limits = files[row.name]
      return limits && renamed.kind === 'file' ? withFileLimits(renamed, limits) : renamed
    }),
  }
}

/** Applies new request names by entry, or by the entry with `[]` for each of several files. */
function withWireNames<R extends FieldRow>(row: R, wire: Readonly<Record<string, string>>): R {
  const names = entriesOf(row).flatMap(({ name }) => {
    const newName = ownValue(wire, name)
    return newName === undefined ? [] : [[name, newName] as const]
  })
  const repeatedPartName = row.kind === 'file' ? ownValue(wire, `${row.name}[]`) : undefined
  return {
    ...row,
    ...(names.length > 0 && { wire: { ...row.wire, ...Object.fromEntries(names) } }),
    ...(repeatedPartName !== undefined && { repeatedPartName }),
  }
}

/** Applies new names of measurements and character counts in price requests, by their default names. */
function withPriceNames(row: FieldRow, wire: Readonly<Record<string, string>>): FieldRow {
  if (row.kind === 'text' && row.characterCountParameter !== undefined)
    return {
      ...row,
      characterCountParameter: ownValue(wire, row.characterCountParameter) ?? row.characterCountParameter,
    }
  if (row.kind !== 'file' || !row.measurementParameters) return row
  const measured = Object.entries(row.measurementParameters).map(([measurement, name]) => [
    measurement,
    ownValue(wire, name) ?? name,
  ])
  return { ...row, measurementParameters: Object.fromEntries(measured) }
}

function unknownNameErrors({ id, fields }: Operation, override: OperationOverride): OverrideError[] {
  const files = fields.flatMap((row) => (row.kind === 'file' ? [row] : []))
  const entries = fields.flatMap((row) => entriesOf(row).map(({ name }) => name))
  const repeatedNames = files.filter((row) => row.maxFiles).map(({ name }) => `${name}[]`)
  const priced = fields.flatMap((row) => {
    if (row.kind === 'file') return Object.values(row.measurementParameters ?? {})
    return row.kind === 'text' && row.characterCountParameter !== undefined
      ? [row.characterCountParameter]
      : []
  })
  return [
    ...unknownKeyErrors([id, 'wire'], override.wire, [...entries, ...repeatedNames]),
    ...unknownNameErrorsIn(
      [id, 'price', 'fields'],
      override.price?.fields ?? [],
      fields.map(({ name }) => name),
    ),
    ...unknownKeyErrors([id, 'price', 'wire'], override.price?.wire, priced),
    ...unknownKeyErrors(
      [id, 'files'],
      override.files,
      files.map(({ name }) => name),
    ),
  ]
}

const unknownKeyErrors = (
  path: readonly string[],
  entries: object | undefined,
  known: readonly string[],
): OverrideError[] => unknownNameErrorsIn(path, Object.keys(entries ?? {}), known)

const unknownNameErrorsIn = (
  path: readonly string[],
  names: readonly string[],
  known: readonly string[],
): OverrideError[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: [...path, name],
      message: `unknown field; known fields: ${[...new Set(known)].join(', ') || 'none'}`,
    }))

const ownValue = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

type Limits = NonNullable<OperationOverride['files']>[string]

/** A file field with the limits of the overrides file, which take precedence over the model's. */
function withFileLimits(row: FileRow, limits: Limits): FileRow {
  const { formats, maxBytes, maxFiles, minSide, maxSide, minSeconds, maxSeconds } = limits
  const hasSides = minSide !== undefined || maxSide !== undefined
  const hasSeconds = minSeconds !== undefined || maxSeconds !== undefined
  return {
    ...row,
    ...(formats && { formats }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(maxFiles !== undefined && { maxFiles: { max: maxFiles } }),
    ...(hasSides && { width: overrideRange(row.width, minSide, maxSide) }),
    ...(hasSides && { height: overrideRange(row.height, minSide, maxSide) }),
    ...(hasSeconds && { seconds: overrideRange(row.seconds, minSeconds, maxSeconds) }),
  }
}

const UNLIMITED: RangeRule = {
  limitKeys: {},
  documentedBounds: { min: 0, max: Infinity },
  plausible: { min: 0, max: Infinity },
}

/** A limit in the file replaces the model's limit. If the file states only a minimum or only a maximum, the other is unchanged. */
function overrideRange(rule: RangeRule = UNLIMITED, min?: number, max?: number): RangeRule {
  return {
    limitKeys: {
      ...(min === undefined && rule.limitKeys.min !== undefined && { min: rule.limitKeys.min }),
      ...(max === undefined && rule.limitKeys.max !== undefined && { max: rule.limitKeys.max }),
    },
    documentedBounds: {
      min: min ?? Math.min(rule.documentedBounds.min, max ?? Infinity),
      max: max ?? Math.max(rule.documentedBounds.max, min ?? 0),
    },
    plausible: rule.plausible,
  }
}
