/** One system call that touches the disk or tells someone something; paths are absolute. */
export type DiskCall =
  | { kind: 'create'; path: string; truncate: boolean }
  | { kind: 'write'; path: string; offset: number | null; data: Buffer }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'mkdir'; path: string }
  | { kind: 'sync'; path: string }
  /** Bytes that left through a socket or a pipe. */
  | { kind: 'told'; data: Buffer }
