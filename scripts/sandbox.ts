// The built-in service on its own, with the same arguments: `npm run sandbox -- --help` tells them.
import '../src-main/sandbox/main.ts'
