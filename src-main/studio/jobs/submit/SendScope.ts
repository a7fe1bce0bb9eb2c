/** What may wait as one: a connection, one of its operations (the unit of the service's rate limits), or a collection. */
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
  /** Null: jobs of no collection. */
  collection: string | null
}

/** A scope until it may be sent again; `at` is in milliseconds of the caller's clock. */
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
