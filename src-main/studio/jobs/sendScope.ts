/** The unit of the service's rate limit for submits: one operation of one connection (service.md §4). */
export const sendScope = (connectionId: string, operation: string): string => `${connectionId}/${operation}`
