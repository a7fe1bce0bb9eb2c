/** A set of jobs that wait together: of a connection, of one of its operations (which has its own rate limit), or of a collection. */
export type SendScope = ConnectionScope | OperationScope | CollectionScope

interface ConnectionScope {
  kind: 'connection'
  connectionId: string
}

interface OperationScope {
  kind: 'operation'
  connectionId: string
  operation: string
}

interface CollectionScope {
  kind: 'collection'
  /** Null stands for the jobs without a collection. */
  collection: string | null
}

/** A scope whose jobs wait until a time, in milliseconds of the clock that the caller uses. */
export interface WaitingScope {
  scope: SendScope
  until: number
}

export const connectionScope = (connectionId: string): ConnectionScope => ({
  kind: 'connection',
  connectionId,
})

export const operationScope = (connectionId: string, operation: string): OperationScope => ({
  kind: 'operation',
  connectionId,
  operation,
})

export const collectionScope = (collection: string | null): CollectionScope => ({
  kind: 'collection',
  collection,
})

/** Equal for equal scopes, for use in maps and sets. */
export const scopeKey = (scope: SendScope): string => {
  switch (scope.kind) {
    case 'connection':
      return `connection:${scope.connectionId}`
    case 'operation':
      return `operation:${scope.connectionId}/${scope.operation}`
    case 'collection':
      return `collection:${scope.collection ?? ''}`
  }
}

interface Sent {
  connection: { id: string }
  operation: string
}

export const operationScopeOf = ({ connection, operation }: Sent): SendScope =>
  operationScope(connection.id, operation)

/** The scopes that a job is sent in. */
export const scopesOf = (job: Sent): SendScope[] => [
  connectionScope(job.connection.id),
  operationScopeOf(job),
]
