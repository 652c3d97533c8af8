/** Standard input and output as a script sees them through osascript's ObjC bridge, and how it unwraps what the bridge gives. */

export function bridgeStreams(chunks: string[], lines: string[]) {
  return {
    NSString: { alloc: { initWithDataEncoding: (data: { readonly text: string }) => ({ js: data.text }) } },
    NSFileHandle: {
      fileHandleWithStandardInput: {
        get availableData() {
          const text = chunks.shift() ?? '';
          return { length: text.length, text };
        },
      },
      fileHandleWithStandardOutput: { writeData: (data: string) => void lines.push(data) },
    },
  };
}

export const wrap = (js: unknown) => ({ js, dataUsingEncoding: () => js });

const unwrap = (value: { readonly js?: unknown } | undefined): unknown => value?.js;

export const OBJC = { import: () => undefined, bindFunction: () => undefined, unwrap, deepUnwrap: unwrap };
