/** A command that ends with 42 once it is told to end; for the test of the entry. */
process.once('SIGTERM', () => process.exit(42));
setInterval(() => undefined, 1000);
process.stdout.write(`waiting ${process.execArgv.join(' ')}\n`);
