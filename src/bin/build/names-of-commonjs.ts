/**
 * In Node `await import('yaml')` has a CommonJS package's names, which Node reads from its source. In esbuild's output it has only `default`
 * (evanw/esbuild, "splitting", CommonJS behind `import()`), so each name was undefined in the published package. An intermediate module provides
 * them.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Namespace of the intermediate modules in esbuild's paths. */
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

/** Whether esbuild treats the module as CommonJS, by the same rules. */
async function isCommonJs(path: string): Promise<boolean> {
  const { metafile } = await build({
    ...{ entryPoints: [path], bundle: true, packages: 'external', platform: 'node' },
    ...{ write: false, metafile: true, logLevel: 'silent' },
  });
  const [entry = ''] = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  return metafile.inputs[entry]?.format === 'cjs';
}
