/** Scripted trouble: what goes wrong with the next calls of a method. */

/** What happens to one call. */
export type Fault =
  /** The call is refused with this answer, whatever it is. */
  | {
      readonly kind: 'refuse';
      readonly code: number;
      readonly description: string;
      readonly parameters?: Readonly<Record<string, unknown>>;
    }
  /** Any bytes as the answer: a proxy's page, broken JSON, the wrong JSON. */
  | { readonly kind: 'body'; readonly status?: number; readonly body: string; readonly contentType?: string }
  /** The call is accepted and never answered. */
  | { readonly kind: 'hang' }
  /** The connection is reset before the call is read. */
  | { readonly kind: 'reset' }
  /** The call is carried out, but the connection ends after half of the answer. */
  | { readonly kind: 'cut' }
  /** The call is carried out, but the connection is reset before the answer. */
  | { readonly kind: 'lost answer' }
  /** The call is answered after this time. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface Faults {
  /** The next `times` calls of `method` (`*` = any) go wrong like this; scripts of one method follow each other. */
  fail(method: string, fault: Fault, times?: number): void;
  /** The fault of this call, used up by asking. */
  take(method: string): Fault | null;
  clear(): void;
  /** Faults not used up yet. */
  left(): number;
}

export function createFaults(): Faults {
  let scripts: readonly { readonly method: string; readonly fault: Fault; readonly left: number }[] = [];
  return {
    fail(method, fault, times = 1) {
      scripts = [...scripts, { method: method.toLowerCase(), fault, left: times }];
    },
    take(method) {
      const index = scripts.findIndex((script) => script.method === '*' || script.method === method.toLowerCase());
      const script = scripts[index];
      if (script === undefined) return null;
      scripts = scripts.map((other, at) => (at === index ? { ...other, left: other.left - 1 } : other));
      scripts = scripts.filter(({ left }) => left > 0);
      return script.fault;
    },
    clear() {
      scripts = [];
    },
    left: () => scripts.reduce((sum, { left }) => sum + left, 0),
  };
}
