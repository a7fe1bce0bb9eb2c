/** The unit of the service's rate limit for submits: one operation of one connection (service.md §Rate limits). */
export const sendScope = (connectionId: string, operation: string): string => `${connectionId}/${operation}`
