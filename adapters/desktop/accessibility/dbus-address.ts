/** Where a message bus listens (D-Bus Specification, "Server Addresses"): "unix:path=/run/user/1000/bus,guid=…;…". */

/** What `net.connect` takes as a path, in the order to try; only Unix sockets are known. */
export function readBusAddress(address: string): readonly string[] {
  return address.split(';').flatMap((option) => {
    const [transport, rest = ''] = splitOnce(option, ':');
    if (transport !== 'unix') return [];
    const values = new Map(rest.split(',').map((pair) => splitOnce(pair, '=')));
    const path = values.get('path');
    if (path !== undefined) return [unescapeValue(path)];
    const abstract = values.get('abstract');
    return abstract === undefined ? [] : [`\0${unescapeValue(abstract)}`];
  });
}

function unescapeValue(value: string): string {
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
