/** Whether a pasted text is a request id of the service: a UUID. */
export const isRequestId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
