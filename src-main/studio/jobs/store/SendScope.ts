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

/** The scopes in which the jobs of an operation are sent. */
export const operationScopes = (connectionId: string, operation: string): SendScope[] => [
  connectionScope(connectionId),
  operationScope(connectionId, operation),
]

interface SentJob {
  connection: { id: string }
  operation: string
}

export const operationScopeOf = ({ connection, operation }: SentJob): SendScope =>
  operationScope(connection.id, operation)

/** The scopes in which a job is sent. */
export const scopesOf = ({ connection, operation }: SentJob): SendScope[] =>
  operationScopes(connection.id, operation)
