import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { Row } from './Database.ts'

const names = z.registry<{ name: string }>()

/** A property that is stored in a column of another name. */
export function column<S extends z.ZodType>(name: string, schema: S): S {
  const named = schema.clone()
  names.add(named, { name })
  return named
}

/** Where a property is stored. `parts`: its own properties, if it has a column for each of them. */
interface Column {
  property: string
  name: string
  parts: Column[] | null
}

/** The columns that a schema declares. An object in it has a column for each of its properties, unless it is a `jsonColumn`. */
export const columnsOf = (schema: z.ZodObject): Column[] =>
  Object.entries<z.ZodType>(schema.shape).map(([property, type]) => ({
    property,
    name: names.get(type)?.name ?? property,
    parts: type instanceof z.ZodObject ? columnsOf(type) : null,
  }))

export const namesOf = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ name, parts }) => (parts ? namesOf(parts) : name))

/** The unparsed properties of a row. */
export function fromRow(row: Row, columns: readonly Column[]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { property, name, parts } of columns) record[property] = parts ? fromRow(row, parts) : row[name]
  return record
}

/** The values of a record by the names of their columns, objects as JSON; without those that the record lacks. */
export function toRow(
  record: Record<string, unknown>,
  columns: readonly Column[],
): Record<string, SQLInputValue> {
  const row: Record<string, SQLInputValue> = {}
  for (const { property, name, parts } of columns) {
    if (!(property in record)) continue
    const value = record[property] ?? null
    if (value === null || typeof value === 'string' || typeof value === 'number') row[name] = value
    else if (parts) Object.assign(row, toRow({ ...value }, parts))
    else row[name] = JSON.stringify(value)
  }
  return row
}
