/**
 * `await import('yaml')` gives the names of a CommonJS package in Node, which reads them from its source. What esbuild compiles has only its
 * `default` (evanw/esbuild, "splitting", CommonJS behind `import()`): each name was undefined, in the published package alone. A module
 * between the two has them all.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** What esbuild puts before the path of a module in between. */
export const NAMES_OF_COMMONJS = 'names-of-commonjs';
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

export const namesOfCommonJs: Plugin = {
  name: NAMES_OF_COMMONJS,
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === NAMES_OF_COMMONJS) return undefined;
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: NAMES_OF_COMMONJS });
      const isOther = found.errors.length > 0 || found.external || found.namespace !== 'file';
      return isOther || !(await isCommonJs(found.path)) ? found : { path: found.path, namespace: NAMES_OF_COMMONJS };
    });
    onLoad({ filter: /.*/, namespace: NAMES_OF_COMMONJS }, ({ path }) => {
      const exported: object = createRequire(path)(path);
      const names = [...new Set(['default', ...Object.keys(exported)])].filter((name) => IDENTIFIER.test(name));
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir: dirname(path) };
    });
  },
};

/** As esbuild tells the two apart. */
async function isCommonJs(path: string): Promise<boolean> {
  const { metafile } = await build({
    ...{ entryPoints: [path], bundle: true, packages: 'external', platform: 'node' },
    ...{ write: false, metafile: true, logLevel: 'silent' },
  });
  const [entry = ''] = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  return metafile.inputs[entry]?.format === 'cjs';
}
