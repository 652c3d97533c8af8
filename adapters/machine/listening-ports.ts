/** Which TCP ports something listens on, from what each system says about its sockets. */

const LISTEN = '0A';

/** Lines of /proc/net/tcp and tcp6 (proc(5)): `sl local_address rem_address st …`, the port in hex after the colon. */
export function isListeningInProc(table: string, port: number): boolean {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').some((line) => {
    const [, local, , state] = line.trim().split(/\s+/);
    return state === LISTEN && local?.endsWith(`:${wanted}`) === true;
  });
}

/** Lines of `netstat -an -p tcp` on a Mac: `tcp4 0 0 127.0.0.1.8080 *.* LISTEN`, the port after the last dot. */
export function isListeningInNetstat(output: string, port: number): boolean {
  return output.split('\n').some((line) => {
    const columns = line.trim().split(/\s+/);
    return (
      columns[0]?.startsWith('tcp') === true && columns[5] === 'LISTEN' && columns[3]?.endsWith(`.${port}`) === true
    );
  });
}
